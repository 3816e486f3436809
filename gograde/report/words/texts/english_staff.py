"""The pages of leagues, of review, of similar programs and of statistics in English."""

from __future__ import annotations

from collections.abc import Mapping

STATISTICS: Mapping[str, str] = {
    "statistics_of": "{}: statistics",
    "for_staff": "For staff only.",
    "statistics_note": "What is not decided is left out and counted, never taken for 0; so is what was "
    "not handed in.",
    "rows": "{} row|{} rows",
    "nothing_to_count": "Nothing to count.",
    "picture_of": "{}, a picture",
    "numbers_below": "{}; the numbers are in the table below",
    "with_names": "The table with the names",
    "changes_again": "which changes when programs run again.",
    "no_known_mistake": "no known mistake",
    "catches_nobody": "catches nobody",
    "catches_everybody": "catches everybody",
    "yes": "yes",
    "no": "no",
    "title_summary": "Final marks",
    "title_summary-groups": "Points by group of tests",
    "title_groups": "Points of every student by group of tests",
    "title_histogram": "How the final marks are spread",
    "title_items": "How hard each test is, and how well it tells students apart",
    "title_reliability": "Reliability of each assignment",
    "title_mistakes": "Known mistakes that give the wrong answers",
    "title_times": "Points against the time of handing in",
    "title_cpu": "CPU time against the limit",
    "title_crosstable": "Who won how often against whom",
    "note_summary": "In percent, after lateness and corrections. Half of the marks lie between the "
    "quartiles; n is the number of complete marks.",
    "note_summary-groups": "In percent, after corrections and without lateness; n is the number of "
    "submissions of which the group is decided.",
    "note_groups": "A line for each student, the best total on top; a column for each group of tests.",
    "note_histogram": "A bar for each tenth; n is the number of complete marks.",
    "note_items": "A dot for each test that is worth points. At the right it is easy. At the top it is "
    "passed by those who do well in all other tests; from 0 downwards it tells nothing, or misleads.",
    "note_reliability": "Cronbach’s alpha: near 1 when the tests agree about who does well. It counts "
    "the students of whom all tests are decided.",
    "note_mistakes": "How many wrong answers are those of a program with a mistake that the package knows.",
    "note_times": "A dot for each submission that has complete points and a due date; before lateness.",
    "note_cpu": "n is the number of runs. From {} % of the limit on, a slower machine may decide "
    "otherwise. Games are not counted: their limits are for moves and series.",
    "note_crosstable": "Games of the leagues.",
    "alt_histogram": "Histogram of the final marks, a picture for each assignment",
    "alt_items": "Discrimination against the share that is right, a dot for each test",
    "alt_times": "Points against the time of handing in, a dot for each submission",
    "alt_cpu": "Share of the CPU limit that runs used: median, upper quartile and highest of each assignment",
    "alt_groups": "Heat map: students from the best total down, groups of tests across",
    "head_assignment": "assignment",
    "head_group": "group",
    "head_n": "n",
    "head_open": "not decided",
    "head_missing": "not handed in",
    "head_mean": "mean",
    "head_q1": "lower quartile",
    "head_median": "median",
    "head_q3": "upper quartile",
    "head_lowest": "lowest",
    "head_highest": "highest",
    "head_from": "from",
    "head_to": "to",
    "head_count": "marks",
    "head_test": "test",
    "head_right": "share right",
    "head_discrimination": "discrimination",
    "head_n_discrimination": "n of it",
    "head_remark": "remark",
    "head_tests": "tests",
    "head_alpha": "alpha",
    "head_mistake": "mistake",
    "head_students": "students",
    "head_student_id": "student",
    "head_hours_left": "hours left",
    "head_percent": "percent",
    "head_near": "near",
    "head_player": "player",
    "head_against": "against",
    "head_won": "won",
    "head_played": "played",
    "head_score": "score",
    "head_score_at_least": "score at least",
    "head_max_score": "max score",
    "head_pending": "pending",
    "of_limit": "of the limit",
    "title_n": "{} (n = {})",
    "title_tests": "{}\n{} tests, n = {}",
    "axis_mark": "final mark, %",
    "axis_submissions": "submissions",
    "axis_right": "share that is right",
    "axis_discrimination": "discrimination",
    "axis_hours": "hours after the due date",
    "axis_points": "points, %",
    "axis_cpu": "share of the limit; dot: median, thick: to the upper quartile, thin: to the "
    "highest;\ndashed: near the limit ({} %), line: the limit",
    "axis_students": "students, the best total on top (n = {})",
    "axis_share": "share of the points; grey: not handed in; hatched: not decided",
}

STAFF: Mapping[str, str] = {
    "to_class": "The class",
    "stop": ".",
    # A league.
    "league_title": "{}: league",
    "league_of": "League of {}",
    "league_staff": "For staff only: the pages of the students do not name their classmates.",
    "expected_note": "Expected: the share of games that a program would win if it met all others as often "
    "with either colour; in brackets what the games leave open (95 %). It makes the marks. "
    "Places are ranges: programs that cannot be told apart share them.",
    "line": "Line",
    "rating": "Rating",
    "expected_head": "Expected",
    "won_head": "Won",
    "as_black_head": "As black",
    "as_white_head": "As white",
    "forfeits": "Forfeits",
    "frozen": "frozen",
    "broken": "broken",
    "no_place": "none: {} game missing|none: {} games missing",
    "nobody_played": "Nobody has played.",
    "not_in_league": "Not in the league",
    "unlikely": "Unlikely results",
    "unlikely_note": "One program won both games of these pairs, although the ratings of all games make that "
    "unlikely. Among {} pairs this happens to some by chance; a program that loses to a friend’s on purpose "
    "shows here too. Look at the games before you suspect that.",
    "won_both": "Won both",
    "lost_both": "Lost both",
    "chance": "Chance",
    "near_end": "Near the end of the games",
    "near_end_note": "Games are {}. A position is won when best play wins from it; in brackets the interval "
    "of the share that was thrown away (95 %). Stones lost are those that a best move would have kept or "
    "won. None of this is part of the marks.",
    "judged_from": "judged exactly from ply {}",
    "games_head": "Games",
    "moves_head": "Moves",
    "won_positions": "Won positions",
    "thrown_away": "Thrown away",
    "share": "Share",
    "stones_lost": "Stones lost",
    "a_move": "A move",
    "range": "{} to {}",
    "games_white": "{} game; white won {} and is worth {} Elo points|"
    "{} games; white won {} and is worth {} Elo points",
    "games_rated": "{} game; of the {} that count for the ratings white won {}, and is worth {} Elo points|"
    "{} games; of the {} that count for the ratings white won {}, and is worth {} Elo points",
    "games_outside": "{} game; of the {} that count for the ratings, with {} against reference players, "
    "white won {}, and is worth {} Elo points|{} games; of the {} that count for the ratings, with {} "
    "against reference players, white won {}, and is worth {} Elo points",
    "middle": "ratings come from these games alone, and 0 is their middle",
    "styles": "two programs meet with results that differ from what ratings say by about {} Elo points; the "
    "intervals allow for that",
    "games_repeated": "{} game was played just so before and counts once for the ratings|"
    "{} games were played just so before and count once for the ratings",
    "not_connected": "games do not connect all bots: ratings of different groups cannot be compared",
    "plays_no_more": "{}: {} three times in a row, plays no more",
    "games_failed": "{} game failed through a fault of the grader, to be played again the next time|"
    "{} games failed through a fault of the grader, to be played again the next time",
    "until_then": "{}; until then its players have no place and no mark",
    # The pictures of a league.
    "crosstable": "Who won against whom",
    "crosstable_note": "Games that the program of the row won, of those it played against the program whose "
    "line stands on top; they lead to the games. Empty: they did not meet.",
    "every_game": "Every game, move by move.",
    "league_games": "Games of the league of {}",
    "league_games_note": "Two programs stand together, the better one first, each with its line in the "
    "table. An SGF file has the game with its exact analysis near the end, for a Go program.",
    "to_league": "The league",
    "game_head": "Game",
    "black_head": "Black",
    "white_head": "White",
    "won_by": "Won by",
    "plies_head": "Plies",
    "ended_head": "How it ended",
    "sgf_head": "SGF",
    "ratings": "Ratings",
    "ratings_note": "The rating of each program in Elo points, with the interval that the games leave open "
    "(95 %).",
    "colours": "Black and white",
    "colours_note": "The share of games that each program won as black and as white.",
    "row_won": "won by the row",
    "rating_interval": "rating, 95 % interval",
    "frozen_rating": "frozen rating",
    "rating_elo": "rating, Elo points",
    "as_black": "as black",
    "as_white": "as white",
    "won_by_colour": "games won, %; white won {} of all",
    # The program that review asks about.
    "review_place": "Program {} of {}",
    "review_waits": "{} test waits for a person|{} tests wait for a person",
    "review_expected": "What was expected",
    "review_read": "What was read, without being sure",
    "agrees": "agrees with what was read",
    "differs": "differs from what was read",
    "unread": "not read",
    "review_below": "Which picture it is, the reader cannot say: they are below.",
    "review_nothing": "No picture is there.",
    "review_footer": "For staff only. Decide in the terminal; this page follows.",
    # Similar programs.
    "alike_title": "{}: who resembles whom",
    "alike_head": "Who resembles whom in {}",
    "alike_staff": "For staff only. This is advice to a person and has no part in any mark.",
    "alike_compared": "{} program of the class was compared with {} others (samples, earlier years), of "
    "which the most alike is told.|{} programs of the class were compared, with each other and with {} "
    "others (samples, earlier years), of which each is told the most alike.",
    "alike_share": "A share is that of a program’s own passages ({} tokens in a row, names and texts all "
    "alike) that the other program has too; passages of {} tokens are never missed.",
    "alike_common": "What was handed out does not count, nor {} passage that a quarter of the class has, and "
    "more than {} programs; programs that are nearly the same count as one here, and are told below whatever "
    "their number.|What was handed out does not count, nor {} passages that a quarter of the class has, and "
    "more than {} programs; programs that are nearly the same count as one here, and are told below whatever "
    "their number.",
    "alike_book": "Programs from one book or lecture resemble each other without fault: look before you "
    "think of it.",
    "alike_clusters": "The same, or nearly",
    "alike_same": "{} programs are the same:",
    "alike_nearly": "{} programs are nearly the same:",
    "pairs_head": "Pairs",
    "one": "One",
    "other": "Other",
    "common_passages": "Common passages",
    "no_pairs": "No two programs share {} or more.",
    "and": " and ",
    "not_compared": "Not compared",
}
