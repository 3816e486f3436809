// The board as SVG: vectors, so that it is sharp at every zoom.

const CELL = 30, STONE = 14, ROOM = 38;
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const COLOURS = {X: "black", O: "white"};

export const nameOf = ([row, column], side) => `${LETTERS[column]}${side - row}`;

const at = line => ROOM + line * CELL;

function element(name, attributes = {}, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== "") made.textContent = text;
  return made;
}

function gradient(id, stops, more) {
  const made = element("radialGradient", {id, ...more});
  for (const [offset, colour] of stops) made.append(element("stop", {offset, "stop-color": colour}));
  return made;
}

function definitions() {
  const made = element("defs");
  const light = {cx: "36%", cy: "30%", r: "78%"};
  made.append(
    gradient("black-stone", [["0%", "#5b5f66"], ["38%", "#2a2c30"], ["100%", "#0d0e10"]], light),
    gradient("white-stone", [["0%", "#ffffff"], ["62%", "#f6f4ee"], ["100%", "#cfcac0"]], light),
  );
  const wood = element("linearGradient", {id: "wood", x1: "0", y1: "0", x2: "1", y2: "1"});
  for (const [offset, colour] of [["0%", "#ecce93"], ["55%", "#e6c587"], ["100%", "#ddb873"]]) {
    wood.append(element("stop", {offset, "stop-color": colour}));
  }
  const grain = element("filter", {id: "grain", x: "0", y: "0", width: "1", height: "1"});
  grain.append(
    element("feTurbulence", {type: "fractalNoise", baseFrequency: "0.006 0.18", numOctaves: "3", seed: "7"}),
    element("feColorMatrix", {values: "0 0 0 0 .38  0 0 0 0 .24  0 0 0 0 .08  0 0 0 .55 -.2"}),
  );
  made.append(wood, grain);
  return made;
}

/** A board of some lines; `played` is called with the point that was clicked, `hovered` with one or null. */
export class Board {
  constructor(place, side, stars, {played, hovered, key}) {
    this.side = side;
    this.cursor = [side >> 1, side >> 1];
    this.size = 2 * ROOM + (side - 1) * CELL;
    this.svg = element("svg", {
      viewBox: `0 0 ${this.size} ${this.size}`, role: "grid", tabindex: "0",
      "aria-label": `Go board of ${side} lines`, "aria-rowcount": side, "aria-colcount": side,
    });
    this.svg.append(definitions(), this.#ground(stars));
    for (const name of ["shades", "stones", "over", "marks", "ghosts"]) {
      this[name] = element("g", {"aria-hidden": "true"});
      this.svg.append(this[name]);
    }
    this.ring = element("rect", {class: "cursor", width: CELL, height: CELL, rx: 5, "aria-hidden": "true"});
    this.svg.append(this.ring, this.#points());
    this.#hear(played, hovered, key);
    place.replaceChildren(this.svg);
    this.move(0, 0);
  }

  /** Move the cursor of the keyboard. */
  move(down, right) {
    const keep = line => Math.max(0, Math.min(line, this.side - 1));
    this.cursor = [keep(this.cursor[0] + down), keep(this.cursor[1] + right)];
    const [row, column] = this.cursor;
    this.ring.setAttribute("x", at(column) - CELL / 2);
    this.ring.setAttribute("y", at(row) - CELL / 2);
    this.svg.setAttribute("aria-activedescendant", `p-${row}-${column}`);
  }

  /** Show the stones of a state. */
  show(state) {
    const stones = [], marks = [];
    state.rows.forEach((line, row) => [...line].forEach((cell, column) => {
      this.#name(row, column, cell, state);
      if (cell === ".") return;
      stones.push(this.#stone(row, column, COLOURS[cell]));
    }));
    this.stones.replaceChildren(...stones.flat());
    if (state.last) {
      const [row, column] = state.last;
      const on = `on-${COLOURS[state.rows[row][column]] ?? "white"}`;
      marks.push(element("circle", {class: `mark ${on}`, cx: at(column), cy: at(row), r: 6.2}));
    }
    if (state.ko) {
      const [row, column] = state.ko;
      marks.push(element("rect", {class: "ko", x: at(column) - 6, y: at(row) - 6, width: 12, height: 12}));
    }
    this.marks.replaceChildren(...marks);
    this.svg.classList.toggle("open", state.running && !state.thinking);
    this.ghosts.replaceChildren();
    this.state = state;
  }

  /** Show an analysis; nothing without one. */
  analyse(found, look) {
    const under = [], over = [];
    if (found?.influence) this.#influence(found.influence, look.style, under, over);
    this.shades.replaceChildren(...under);
    this.svg.classList.toggle("numbered", Boolean(found?.influence) && look.style === "numbers");
    if (found?.fields) this.#fields(found.fields, over);
    for (const dragon of found?.dragons ?? []) this.#dragon(dragon, over);
    for (const one of found?.joseki ?? []) {
      const [row, column] = one.point;
      const text = `${one.points > 0 ? "+" : one.points < 0 ? "−" : ""}${Math.abs(one.points)}`;
      over.push(element("rect", {class: "joseki", x: at(column) - 13, y: at(row) - 10, width: 26, height: 20, rx: 5}));
      over.push(element("text", {class: "joseki-value", x: at(column), y: at(row)}, text));
    }
    for (const one of found?.candidates ?? []) {
      const [row, column] = one.point;
      over.push(element("circle", {class: "candidate", cx: at(column), cy: at(row), r: 12}));
      over.push(element("text", {class: "candidate-value", x: at(column), y: at(row)}, one.value.toFixed(one.value < 10 ? 1 : 0)));
    }
    this.over.replaceChildren(...over);
  }

  #fields({holder, solid, dead}, over) {
    holder.forEach((side, index) => {
      const row = Math.floor(index / this.side), column = index % this.side;
      const free = this.state.rows[row][column] === "." || dead.some(([r, c]) => r === row && c === column);
      if (!side || !free) return;
      const half = solid[index] ? 4.6 : 3;
      over.push(element("rect", {
        class: `field ${side > 0 ? "black" : "white"}`, x: at(column) - half, y: at(row) - half, width: 2 * half, height: 2 * half,
      }));
    });
  }

  #dragon({colour, points, links, status}, over) {
    for (const [[r, c], [row, column]] of links) {
      over.push(element("path", {class: `link on-${colour}`, d: `M${at(c)} ${at(r)}L${at(column)} ${at(row)}`}));
    }
    if (status !== "dead" && status !== "unsettled") return;
    for (const [row, column] of points) {
      const [x, y] = [at(column), at(row)];
      if (status === "dead") over.push(element("path", {class: "dead", d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`}));
      else over.push(element("text", {class: `doubt on-${colour}`, x, y}, "?"));
    }
  }

  #influence({strength, values}, style, under, over) {
    const numbers = Object.values(values)[0];
    strength.forEach((value, index) => {
      const row = Math.floor(index / this.side), column = index % this.side;
      if (this.state.rows[row][column] !== ".") return;
      const colour = value > 0 ? "black" : value < 0 ? "white" : "none";
      const place = {cx: at(column), cy: at(row)};
      if (style === "numbers") {
        if (!numbers[index]) return;
        const text = String(Math.abs(numbers[index]) < 100 ? numbers[index] : Math.round(numbers[index])).replace("-", "−");
        over.push(element("text", {class: `number ${colour}`, x: place.cx, y: place.cy}, text));
      } else if (value && style === "dots") {
        over.push(element("circle", {class: `dot ${colour}`, ...place, r: (2.4 + 4.6 * Math.sqrt(Math.abs(value))).toFixed(2)}));
      } else if (value) {
        under.push(element("rect", {
          class: `shade ${colour}`, x: at(column) - CELL / 2, y: at(row) - CELL / 2, width: CELL, height: CELL,
          opacity: (0.12 + 0.5 * Math.abs(value)).toFixed(2),
        }));
      }
    });
  }

  #ground(stars) {
    const made = element("g", {"aria-hidden": "true"}), end = at(this.side - 1), whole = {width: this.size, height: this.size};
    made.append(element("rect", {...whole, fill: "url(#wood)"}), element("rect", {...whole, filter: "url(#grain)"}));
    let path = "";
    for (let line = 0; line < this.side; line++) path += `M${ROOM} ${at(line)}H${end}M${at(line)} ${ROOM}V${end}`;
    made.append(element("path", {class: "lines", d: path}));
    made.append(element("rect", {class: "lines edge", x: ROOM, y: ROOM, width: end - ROOM, height: end - ROOM}));
    for (const [row, column] of stars) made.append(element("circle", {class: "star", cx: at(column), cy: at(row), r: 3.4}));
    for (let line = 0; line < this.side; line++) {
      for (const edge of [ROOM / 2 - 3, this.size - ROOM / 2 + 3]) {
        made.append(element("text", {class: "coordinate", x: at(line), y: edge}, LETTERS[line]));
        made.append(element("text", {class: "coordinate", x: edge, y: at(line)}, this.side - line));
      }
    }
    return made;
  }

  #points() {
    const made = element("g", {role: "rowgroup"});
    for (let row = 0; row < this.side; row++) {
      const line = element("g", {role: "row", "aria-rowindex": row + 1});
      for (let column = 0; column < this.side; column++) {
        line.append(element("rect", {
          class: "point", role: "gridcell", id: `p-${row}-${column}`, "aria-colindex": column + 1,
          x: at(column) - CELL / 2, y: at(row) - CELL / 2, width: CELL, height: CELL,
        }));
      }
      made.append(line);
    }
    return made;
  }

  #stone(row, column, colour, more = {}) {
    const place = {cx: at(column), cy: at(row), r: STONE};
    return [
      element("circle", {class: "shadow", ...place, cx: place.cx + 1.2, cy: place.cy + 1.8, ...more}),
      element("circle", {class: `${colour}-stone`, fill: `url(#${colour}-stone)`, ...place, ...more}),
    ];
  }

  #name(row, column, cell, state) {
    const words = [nameOf([row, column], this.side), COLOURS[cell] ?? "empty"];
    if (state.last && state.last[0] === row && state.last[1] === column) words.push("last move");
    if (state.ko && state.ko[0] === row && state.ko[1] === column) words.push("ko");
    this.svg.querySelector(`#p-${row}-${column}`).setAttribute("aria-label", words.join(", "));
  }

  #hear(played, hovered, key) {
    const pointOf = event => event.target.id?.startsWith("p-") ? event.target.id.slice(2).split("-").map(Number) : null;
    this.svg.addEventListener("click", event => {
      const point = pointOf(event);
      if (!point) return;
      this.move(point[0] - this.cursor[0], point[1] - this.cursor[1]);
      played(point);
    });
    this.svg.addEventListener("pointermove", event => {
      const point = pointOf(event);
      hovered(point);
      const open = point && this.state?.running && !this.state.thinking && this.state.rows[point[0]][point[1]] === ".";
      this.ghosts.replaceChildren(...(open ? [this.#stone(...point, this.state.to_play, {class: "ghost"})[1]] : []));
    });
    this.svg.addEventListener("pointerleave", () => { hovered(null); this.ghosts.replaceChildren(); });
    this.svg.addEventListener("keydown", event => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && key(event.key)) event.preventDefault();
    });
  }
}
