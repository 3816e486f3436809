"""Mistakes that students make in influence, each as a change of the program that answers its questions.

The mistakes guide the generator, and the scorer names the mistake that explains a wrong answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from gograde.assignments.influence import board_program, group_program, joseki_program
from gograde.assignments.influence.parameters import Parameters, read_parameters
from gograde.authoring.mistake_table import Row, rows_of
from gograde.authoring.spec import Mistake

BOARDS = """
zobrist-additive: zobrist
This is the sum of what each stone gives alone; a point sends on 1, however much it has.
-        values = {place: self.parameters.zobrist.start * self.side(place) for place in self.places()}
-        for _ in range(self.passes()):
-            values = self.passed(values)
-        return self.rowwise(values)
+        totals = dict.fromkeys(self.places(), 0)
+        for stone in self.stones():
+            values = dict.fromkeys(self.places(), 0) | {stone: self.parameters.zobrist.start}
+            for _ in range(self.passes()):
+                values = self.passed(values)
+            totals = {place: totals[place] + self.side(stone) * value for place, value in values.items()}
+        return self.rowwise(totals)

zobrist-in-place: zobrist
What a point sends must be what it was at the start of the pass, before others changed it.
-        return {p: v + sum(self.sent(values[other]) for other in self.near(p)) for p, v in values.items()}
+        after = dict(values)
+        for place in self.places():
+            for other in self.near(place):
+                after[other] += self.sent(after[place])
+        return after

zobrist-one-pass-less: zobrist
There is one pass too few.
-        return self.parameters.zobrist.passes
+        return max(0, self.parameters.zobrist.passes - 1)

zobrist-one-pass-more: zobrist
There is one pass too many.
-        return self.parameters.zobrist.passes
+        return self.parameters.zobrist.passes + 1

zobrist-stones-keep-their-value: zobrist
Stones receive too: their values change like those of empty points.
-        return {p: v + sum(self.sent(values[other]) for other in self.near(p)) for p, v in values.items()}
+        free = {place: value for place, value in values.items() if not self.at(place)}
+        after = {p: v + sum(self.sent(values[other]) for other in self.near(p)) for p, v in free.items()}
+        return values | after

zobrist-zero-is-positive: zobrist
A point with value 0 sends nothing.
-        return sign(value)
+        return 1 if value >= 0 else -1

ryder-folded-at-edges: ryder
What falls off the board is lost; here it is added to the point on the edge.
-        return [((top + r, left + c), w) for r, row in enumerate(kernel) for c, w in enumerate(row)]
+        places = [(top + r, left + c, w) for r, row in enumerate(kernel) for c, w in enumerate(row)]
+        return [((min(max(r, 0), self.rows - 1), min(max(c, 0), self.cols - 1)), w) for r, c, w in places]

ryder-white-not-negated: ryder
White's stones must count negative.
-        return self.side(stone) * weight
+        return weight

ryder-kernel-shifted: ryder
The pattern lies one point beside the stone: its middle belongs on it.
-        return [((top + r, left + c), w) for r, row in enumerate(kernel) for c, w in enumerate(row)]
+        return [((top + r + 1, left + c + 1), w) for r, row in enumerate(kernel) for c, w in enumerate(row)]

force-sum-divided: force territory situation move_value
Each force is divided by itself; here those that meet are added up first.
-        for stone in self.stones():
-            waiting = [(stone, way, size) for way in range(4)]
-            while waiting:
-                waiting += self.followed(felt, self.side(stone), waiting.pop())
-        return felt
+        wave = {(stone, way): self.side(stone) * size for stone in self.stones() for way in range(4)}
+        for _ in range(40):  # waves: forces that were added up need not die out
+            arrived: dict[tuple[Place, int], int] = {}
+            for (place, way), value in wave.items():
+                if arrival := self.arrival((place, way, value)):
+                    arrived[arrival[:2]] = arrived.get(arrival[:2], 0) + arrival[2]
+            wave = {}
+            for (place, way), value in arrived.items():
+                felt[place][way] += value
+                for start, turned, part in self.split(place, way, abs(value)):
+                    wave[start, turned] = wave.get((start, turned), 0) + sign(value) * part
+            wave = {lane: value for lane, value in wave.items() if value}
+        return felt

force-side-force-at-once: force territory situation move_value
A force that turns aside is felt from the next point on, not where it sets out.
-        new = [(place, (way + turn) % 4, self.aside(size)) for turn in (1, 3)]
+        turned = [((way + turn) % 4, self.aside(size)) for turn in (1, 3)]
+        new = [((place[0] - STEPS[w][0], place[1] - STEPS[w][1]), w, part) for w, part in turned]

force-through-stones: force territory situation move_value
On a stone the force ahead ends; only the two aside go on.
-        return self.at(place) != EMPTY
+        return False

force-lost-at-edges: force territory situation move_value
A force that leaves the board comes back; here it is lost.
-        return place, (way + 2) % 4, size
+        return None

force-halved-at-edges: force territory situation move_value
A force comes back from the edge with all of its size, not half of it.
-        return place, (way + 2) % 4, size
+        return (place, (way + 2) % 4, size // 2) if size > 1 else None

force-side-force-too-large: force territory situation move_value
The forces aside have the size of the one ahead; they are smaller.
-        return size // self.parameters.force.aside
+        return self.ahead(size)

force-down-and-left-swapped: force territory situation move_value
F2 points down and F3 to the left; they are exchanged.
-        return felt
+        return {place: [four[0], four[1], four[3], four[2]] for place, four in felt.items()}

force-not-whole: force territory situation move_value
Forces are whole numbers: use // and not /.
-        return size // self.parameters.force.aside
+        return size / self.parameters.force.aside
@@
-        return size // self.parameters.force.ahead
+        return size / self.parameters.force.ahead
@@
-        return size > 0
+        return size >= 0.5

force-stones-measured: force
A, F, B and FB are 0 on stones.
-        if self.at(place):
-            return 0, 0.0, 0.0, 0.0
         modulus = sqrt(sum(force * force for force in four))

force-balance-by-total: force situation move_value
The last part of B is divided by the sum of the sizes of the four, not by their sum A.
-        return float(1 - pull - abs(right + left - up - down) / (2 * sum(map(abs, four))))
+        tilt = abs(right + left - up - down) / (2 * abs(sum(four))) if sum(four) else 0.0
+        return float(1 - pull - tilt)

territory-all-four-only: territory
Four forces of one side are not enough for territory, and not always needed.
-        return min(seen) > told.each or self.held_by_total(seen) or much
+        return min(seen) > told.some

territory-total-forgotten: territory
A point whose four forces are of one side is territory too where A is large enough.
-        return min(seen) > told.some and sum(seen) > told.total
+        return False

territory-total-reached: territory
Where one of the four forces is small, A must be above its threshold; equal is not enough.
-        return min(seen) > told.some and sum(seen) > told.total
+        return min(seen) > told.some and sum(seen) >= told.total

territory-all-is-solid: territory
Not all territory is solid.
-        return min(seen) > told.solid_each and strong
+        return True

territory-white-not-negated: territory
For white the forces are negated before the rules are applied.
-        return [side * force for force in four]
+        return list(four)

situation-not-clamped: situation move_value
An empty point counts 1 at most.
-        return max(-1.0, min(1.0, value))
+        return value

situation-stones-not-counted: situation move_value
Every stone counts 1 for its colour.
-            return self.side(place)
+            return 0.0

move-captures-forgotten: move_value
Captured stones leave the board before the situation is judged.
-                self.take(other)
+                pass

move-seen-from-the-mover: move_value
The situation is always black's: a good move of white's has a negative value.
-        return self.situation() - before
+        return (self.situation() - before) * (1 if self.value["colour"] == 1 else -1)

territory-two-thirds-missed: territory
Two thirds of 64 are 42 and two thirds: an A of 43 is enough, whatever the four forces are.
-        much = 3 * min(total, told.clip) > 2 * told.clip
+        much = 3 * (min(total, told.clip) - 1) > 2 * told.clip

territory-two-thirds-rounded-down: territory
Two thirds of 64 are 42 and two thirds: an A of 42 is not enough.
-        much = 3 * min(total, told.clip) > 2 * told.clip
+        much = 3 * (min(total, told.clip) + 1) > 2 * told.clip

territory-two-is-not-enough: territory
Four forces of 2 or more are enough for territory, whatever A is.
-        return min(seen) > told.each or self.held_by_total(seen) or much
+        return min(seen) > told.each + 1 or self.held_by_total(seen) or much

territory-solid-total-missed: territory
Territory whose four forces are more than 1 is solid where A is 35 or more.
-        return min(seen) > told.solid_each and strong
+        return min(seen) > told.solid_each and strong and sum(seen) != told.solid_total + 1

situation-balanced-counted: situation move_value
An empty point whose A is 0 counts 0, whatever its FB is.
-        return self.clamped(sign(total) * hold / self.parameters.situation.clamp)
+        return self.clamped((sign(total) or 1) * hold / self.parameters.situation.clamp)

move-first-capture-only: move_value
A move may capture several chains; only one of them leaves the board here.
                 self.take(other)
+                if not self.at(other):
+                    return

move-stone-for-chain: move_value
All stones of a captured chain leave the board, not only those beside the move.
-            for row, col in chain:
+            for row, col in chain[:1]:

move-single-stones-only: move_value
Chains of several stones are captured too.
-        if all(self.at(other) for place in chain for other in self.near(place)):
+        if len(chain) == 1 and all(self.at(other) for other in self.near(start)):

fast-knight-forgotten: fast
Points a knight's move away from a stone are forgotten.
-        return {(0, 1): 1, (1, 1): 1.5, (0, 2): 2, (1, 2): 2.5}.get(away, 9)
+        return {(0, 1): 1, (1, 1): 1.5, (0, 2): 2}.get(away, 9)

fast-hane-forgotten: fast
A diagonal stone counts less when the opponent has a stone that touches both points.
-        return any(self.at(other) == 3 - self.at(stone) for other in shared)
+        return False

fast-all-stones-summed: fast
Only the nearest stone of each colour counts, once.
-        return {1: 6, 1.5: 5, 2: 3, 2.5: 2}.get(min(levels, default=9), 0)
+        return sum({1: 6, 1.5: 5, 2: 3, 2.5: 2}.get(level, 0) for level in levels)

fast-ones-kept: fast
1 and -1 become 0.
-        return {place: 0 if abs(value) == 1 else value for place, value in values.items()}
+        return values

fast-caps-forgotten: fast
Points beside weak ones are capped.
-        return {place: self.cap(place, values) for place in values}
+        return values

fast-capped-too-early: fast
1 and -1 become 0 first; only then points beside them are capped.
-        return self.capped(self.calmed(raw))
+        return self.calmed(self.capped(raw))

fast-blocked-by-stones: fast
What stands between a point and a stone two points away makes no difference.
         away = (min(down, right), max(down, right))
+        if away == (0, 2) and self.at(((place[0] + stone[0]) // 2, (place[1] + stone[1]) // 2)):
+            return 9

fast-no-stones-crash: fast
The program dies when a colour has no stone.
         levels = [self.level(place, stone) for stone in self.stones() if self.at(stone) == colour]
+        if not levels:
+            raise CrashError

size-lines-swapped: board_size
PE3 comes first, then PE4.
-        return [third, fourth, fourth - third]
+        return [fourth, third, fourth - third]

size-difference-negated: board_size
E is PE4 - PE3.
-        return [third, fourth, fourth - third]
+        return [third, fourth, -(fourth - third)]
"""

JOSEKI = """
joseki-i-skipped: to_area to_board replay
The letters are A to J, and I is one of them.
-    letters: ClassVar[str] = "ABCDEFGHIJ"
+    letters: ClassVar[str] = "ABCDEFGHJK"

joseki-corners-turned-wrongly: to_area to_board replay
The areas are turned into one another; here two of them are mirrored.
-        turned = {"TL": (col, row), "TR": (row, 18 - col), "BL": (18 - row, col), "BR": (18 - col, 18 - row)}
+        turned = {"TL": (col, row), "TR": (18 - col, row), "BL": (col, 18 - row), "BR": (18 - col, 18 - row)}
@@
-        turned = {"TL": (y, x), "TR": (x, 18 - y), "BL": (18 - x, y), "BR": (18 - y, 18 - x)}
+        turned = {"TL": (y, x), "TR": (y, 18 - x), "BL": (18 - y, x), "BR": (18 - y, 18 - x)}

joseki-text-reversed: mirror is_joseki next_steps replay
The mirror exchanges the two letters of each step; here the whole text is reversed.
-        return "".join(steps[i + 1] + steps[i] for i in range(0, len(steps), 2))
+        return steps[::-1]

joseki-tenuki-at-once: replay
A tenuki is put in only between two steps of one colour, not for every move elsewhere.
-            if corner in at:
-                text += TENUKI * (colour == last) + at[corner]
-                last = colour
+            text += at.get(corner, TENUKI if text else "")

joseki-tenuki-forgotten: replay
Between two steps of one colour in an area there is an XX.
-                text += TENUKI * (colour == last) + at[corner]
+                text += at[corner]

joseki-mirror-forgotten: is_joseki next_steps replay
The mirror of a path is joseki too.
-        return steps, self.mirrored(steps)
+        return (steps,)

joseki-results-alone: next_steps
The priority is (wins + 1) / (games + 2), not wins / games.
-        return float((line["wins"] + 1) / (line["games"] + 2))
+        return line["wins"] / line["games"] if line["games"] else 0.0

joseki-one-area-only: to_area replay
A point of a middle line lies in two areas, and the centre in four.
-        return {c: self.named(*place) for c, place in found.items() if max(place) < self.reach}
+        areas = [(c, self.named(*place)) for c, place in found.items() if max(place) < self.reach]
+        return dict(areas[:1])

joseki-row-and-column-swapped: to_area to_board replay
Rows and columns are exchanged: a point of the board is row, then column; a step is x, then y.
-    def seen(self, corner: str, row: int, col: int) -> Place:
+    def seen(self, corner: str, col: int, row: int) -> Place:
@@
-        return list(turned[corner])
+        return list(turned[corner][::-1])

joseki-areas-too-small: to_area replay
An area has 10 by 10 points, so that the middle lines belong to it.
-    reach: ClassVar[int] = 10
+    reach: ClassVar[int] = 9

joseki-no-steps-unknown: is_joseki
No steps, the empty text, begin every path: a library with a path knows them.
-        return bool(self.ahead(self.value["steps"]))
+        return bool(self.value["steps"] and self.ahead(self.value["steps"]))

joseki-found-inside: is_joseki
A path must begin with the steps; it is not enough that they are somewhere in it.
-        return bool(self.ahead(self.value["steps"]))
+        paths = (path for line in self.value["library"] for path in self.ways(line["steps"]))
+        return any(self.value["steps"] in path for path in paths)

joseki-whole-path-unknown: is_joseki
The steps of a whole path are joseki too, though no step follows them.
-        return bool(self.ahead(self.value["steps"]))
+        return any(rest for rest, _ in self.ahead(self.value["steps"]))

joseki-beyond-the-end: is_joseki
Steps that go on beyond the end of a path are not joseki.
-        return bool(self.ahead(self.value["steps"]))
+        paths = (path for line in self.value["library"] for path in self.ways(line["steps"]))
+        return any(p.startswith(self.value["steps"]) or self.value["steps"].startswith(p) for p in paths)

joseki-no-library-crash: is_joseki next_steps replay
The program dies on a library without paths.
+        if not self.value["library"]:
+            raise CrashError
         return [
             (text[len(steps) :], line)

joseki-unplayed-forgotten: is_joseki next_steps replay
A path that was never chosen is joseki too; its priority is 1 / 2.
-            for line in self.value["library"]
+            for line in self.value["library"] if line["games"]

joseki-tenuki-is-no-step: next_steps
XX is a step that may follow, like any other.
-        return self.following(self.value["steps"])
+        return [step for step in self.following(self.value["steps"]) if step != TENUKI]

joseki-priorities-summed: next_steps
A step is as good as the best path that goes on with it; here the priorities are added up.
-                best[rest[:2]] = max(best.get(rest[:2], 0), self.priority(line))
+                best[rest[:2]] = best.get(rest[:2], 0) + self.priority(line)

joseki-priorities-averaged: next_steps
A step is as good as the best path that goes on with it, not as the mean of all.
-        best: dict[str, float] = {}
+        best, met = {}, {}
@@
-                best[rest[:2]] = max(best.get(rest[:2], 0), self.priority(line))
+                met.setdefault(rest[:2], []).append(self.priority(line))
+                best[rest[:2]] = sum(met[rest[:2]]) / len(met[rest[:2]])

joseki-first-path-counts: next_steps
A step is as good as the best path that goes on with it, not as the first in the library.
-                best[rest[:2]] = max(best.get(rest[:2], 0), self.priority(line))
+                best.setdefault(rest[:2], self.priority(line))

joseki-last-path-counts: next_steps
A step is as good as the best path that goes on with it, not as the last in the library.
-                best[rest[:2]] = max(best.get(rest[:2], 0), self.priority(line))
+                best[rest[:2]] = self.priority(line)

joseki-results-or-half: next_steps
The priority is (wins + 1) / (games + 2), not wins / games with 1 / 2 for no games.
-        return float((line["wins"] + 1) / (line["games"] + 2))
+        return line["wins"] / line["games"] if line["games"] else 0.5

joseki-ties-by-library: next_steps
Of steps with equal priorities the first in the order of text comes first.
-        return sorted(best, key=lambda step: (-best[step], step))
+        return sorted(best, key=lambda step: -best[step])

joseki-colours-by-turns: replay
The colour of a move is the one that stands there; it need not alternate.
-            (colour, {} if row is None else self.areas(row, col)) for colour, row, col in self.value["moves"]
+            (1 + number % 2, {} if row is None else self.areas(row, col))
+            for number, (_, row, col) in enumerate(self.value["moves"])

joseki-pass-is-no-move: replay
When the last move of the game is a pass, no area is running.
-            (colour, {} if row is None else self.areas(row, col)) for colour, row, col in self.value["moves"]
+            (colour, self.areas(row, col)) for colour, row, col in self.value["moves"] if row is not None

joseki-pass-forgets-colour: replay
A pass leaves no trace: two moves of one colour in an area have an XX between them all the same.
                 last = colour
+            elif not at:
+                last = None

joseki-last-move-in-one-area: replay
A last move on a middle line is in two areas, and both may be running.
-        last = played[-1][1] if played else {}
+        last = list(played[-1][1])[:1] if played else []
"""

GROUPS = """
links-cut-ignored: links
Two diagonal stones, or two with a point between, are linked only by an empty point beside both.
-        return self.at(place) == EMPTY
+        return True

links-touching-only: links
Stones that do not touch may be linked too: over an empty point beside both.
-        return self.at(place) == EMPTY
+        return False

blocks-stones-only: blocks
Connected and semi-connected empty points belong to a block too.
+        block = [place for place in block if self.at(place)]
         influence = self.influence(colour, block)

blocks-contested-taken: blocks
An empty point beside an opponent's stone needs two stones of the block's side beside it.
-        return own > 1 or own > others
+        return own > 0

blocks-semi-connected-forgotten: blocks
An empty point beside two stones of a side belongs to its block, even beside an opponent's stone.
-        return own > 1 or own > others
+        return own > 0 and not others

blocks-empty-points-join: blocks
Two empty points do not link: an empty point links with the stones beside it.
-        return self.at(place) != EMPTY or self.at(other) != EMPTY
+        return True

layers-any-colour: layers
A path joins blocks only over points where A has the sign of their colour.
-        return (EMPTY, BLACK, WHITE)[sign(total)] if hold > limit + ROUNDING else EMPTY
+        return BLACK if hold > limit + ROUNDING else EMPTY
@@
-                more = [p for p in self.near(place) if colour in (self.at(p), ways.get(p))]
+                more = [p for p in self.near(place) if colour == self.at(p) or ways.get(p)]

layers-never-stop: layers
There is no further level when each colour has one block at most.
-        return len({colour for colour, _ in level}) == len(level)
+        return False

layers-by-total: layers
The FB of a point must exceed the threshold, not its A.
-        return (EMPTY, BLACK, WHITE)[sign(total)] if hold > limit + ROUNDING else EMPTY
+        return (EMPTY, BLACK, WHITE)[sign(total)] if abs(total) > limit + ROUNDING else EMPTY

dead-ignored: situation_dead move_value_dead
A dead stone counts 1 against its colour.
-        return -value if place in self.dead else value
+        return value

dead-count-nothing: situation_dead move_value_dead
A dead stone counts 1 against its colour, not 0.
-        return -value if place in self.dead else value
+        return 0.0 if place in self.dead else value

dead-removed: situation_dead move_value_dead
Dead stones stay on the board: they send and stop forces like living ones.
     def situation_dead(self) -> float:
         return self.situation()
+
+    def situation(self) -> float:
+        for row, col in self.dead:
+            self.grid[row][col] = EMPTY
+        self.dead = set()
+        return super().situation()

dead-not-forgotten: move_value_dead
A captured stone is dead no more; its point is an empty one like any other.
-        return {place for place in self.dead if self.at(place)}
+        return self.dead

layers-one-level: layers
Levels 0 and 1 are always there, also when no stones are left to join.
-        return levels
+        return levels[:1] if self.is_last(levels[0]) else levels

dead-none-crash: situation_dead move_value_dead
The program dies when no stone is dead.
         self.dead = {(row, col) for row, col in value.get("dead", [])}
+        if not self.dead:
+            raise CrashError
"""

ROWS = (
    *rows_of(BOARDS, board_program.__name__),
    *rows_of(JOSEKI, joseki_program.__name__),
    *rows_of(GROUPS, group_program.__name__),
)

UNSURE = (
    *("fast-hane-forgotten", "joseki-areas-too-small", "joseki-mirror-forgotten"),
    *("layers-by-total", "layers-never-stop"),
    *("links-cut-ignored", "move-captures-forgotten", "territory-all-four-only", "territory-all-is-solid"),
)
"""Mistakes that the public cases cannot tell from other faults, as tests measure with mutants."""


def mistakes_of(parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes, for programs that use a package's parameters; raises `DataError` for invalid ones."""
    read = read_parameters(parameters)
    return tuple(
        replace(row.mistake, answer=partial(answer_of, row, read), sure=row.name not in UNSURE)
        for row in ROWS
    )


def answer_of(row: Row, parameters: Parameters, question: str, value: Any) -> Any:
    """A program's answer to a question that its mistake concerns."""
    return _answer(row, parameters, question, json.dumps(value))


@lru_cache(maxsize=1024)
def _answer(row: Row, parameters: Parameters, question: str, asked: str) -> Any:
    """A mistake's answer, cached because the scorer compares every wrong answer with it."""
    return row.answer(question, json.loads(asked), parameters)
