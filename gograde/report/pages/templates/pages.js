"use strict";
const NUMBER = /^[-+−]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?( ?%)?$/;
function keyOf(cell) {
  const text = (cell?.dataset.key ?? cell?.textContent ?? "").trim();
  return NUMBER.test(text) ? parseFloat(text.replace("−", "-")) : text;
}
// Numbers by value, then words; cells without anything are last in both directions.
function compare(a, b, sign) {
  if (a === "" || b === "") return (a === "") - (b === "");
  if (typeof a !== typeof b) return typeof a === "number" ? -sign : sign;
  return sign * (typeof a === "number" ? a - b : a.localeCompare(b, undefined, {numeric: true}));
}
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = table.querySelectorAll("th[data-column]");
  for (const head of heads) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const column = Number(head.dataset.column);
      const keys = new Map([...body.rows].map(row => [row, keyOf(row.cells[column])]));
      const order = (a, b) => compare(keys.get(a), keys.get(b), up ? 1 : -1);
      body.append(...[...body.rows].sort(order));
    });
  }
}

// The table of students: search, filter, details.
for (const controls of document.querySelectorAll(".controls")) {
  const table = document.getElementById(controls.dataset.for);
  const rows = [...table.tBodies[0].rows];
  const search = controls.querySelector("input[type=search]"), filter = controls.querySelector("select:not([data-column])");
  const columns = [...controls.querySelectorAll("select[data-column]")];
  const more = controls.querySelector("input[type=checkbox]"), shown = controls.querySelector("output");
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let number = 0;
    for (const row of rows) {
      const name = row.cells[0].textContent.toLowerCase();
      const fits = (!filter.value || row.dataset.tags.split(" ").includes(filter.value))
        && columns.every(one => !one.value || row.getAttribute(`data-column-${one.dataset.column}`) === one.value);
      row.hidden = !(fits && words.every(word => name.includes(word)));
      number += !row.hidden;
    }
    shown.textContent = shown.dataset.shown.replace("{}", number).replace("{}", rows.length);
    table.classList.toggle("detailed", more.checked);
  };
  for (const control of [search, filter, more, ...columns]) control.addEventListener("input", show);
  controls.hidden = false;
  show();
}

// Tables that are wider than the page say that they scroll.
const wide = () => {
  for (const box of document.querySelectorAll(".scroll")) {
    const hint = box.previousElementSibling;
    const has = hint?.classList.contains("hint");
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    if (scrolls && !has) {
      const line = document.createElement("p");
      line.className = "hint soft small";
      line.textContent = document.body.dataset.scrolls;
      box.before(line);
    } else if (!scrolls && has) hint.remove();
  }
};
addEventListener("resize", wide);
document.addEventListener("toggle", wide, true);
wide();

// Keys: / searches; p and n lead to the previous and the next student.
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const links = {p: "a[rel=prev]", n: "a[rel=next]"};
  if (event.key === "/") {
    const search = document.querySelector(".controls input[type=search]");
    if (search) { event.preventDefault(); search.focus(); }
  } else if (links[event.key]) document.querySelector(links[event.key])?.click();
});

// Games on 5x5, stepped move by move.
const SIDE = 5, SVG = "http://www.w3.org/2000/svg";
const near = ([r, c]) => [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]].filter(p => p.every(x => x >= 0 && x < SIDE));
function chainOf(board, start) {
  const colour = board[start], chain = [start];
  let free = false;
  for (const point of chain) for (const [r, c] of near([Math.floor(point / SIDE), point % SIDE])) {
    const other = r * SIDE + c;
    if (board[other] === ".") free = true;
    else if (board[other] === colour && !chain.includes(other)) chain.push(other);
  }
  return {chain, free};
}
// The boards after 0, 1, … moves; an illegal last move changes nothing.
function boardsOf(moves, illegal) {
  const boards = [".".repeat(SIDE * SIDE)];
  moves.forEach((move, i) => {
    const board = [...boards[i]], [row, column] = move.split(",").map(Number);
    if (move !== "PASS" && !(illegal && i === moves.length - 1)) {
      const own = i % 2 ? "O" : "X", point = row * SIDE + column;
      board[point] = own;
      for (let at = 0; at < board.length; at++) {
        if (board[at] === "." || board[at] === own) continue;
        const {chain, free} = chainOf(board, at);
        if (!free) for (const stone of chain) board[stone] = ".";
      }
    }
    boards.push(board.join(""));
  });
  return boards;
}
const shape = (name, values) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  return made;
};
const place = at => 24 + 38 * at;
function drawn(game, ply) {
  const {boards, moves, illegal, thrown} = game, parts = [];
  const lines = [0, 1, 2, 3, 4].map(i => `M${place(0)} ${place(i)}H${place(4)}M${place(i)} ${place(0)}V${place(4)}`);
  parts.push(shape("path", {class: "grid", d: lines.join("")}));
  [...boards[ply]].forEach((stone, at) => {
    if (stone !== ".") parts.push(shape("circle", {class: stone, cx: place(at % SIDE), cy: place(Math.floor(at / SIDE)), r: 16}));
  });
  const [row, column] = (moves[ply - 1] ?? "PASS").split(",").map(Number);
  if (ply && Number.isInteger(row) && row >= 0 && row < SIDE && column >= 0 && column < SIDE) {
    const x = place(column), y = place(row), bad = (illegal && ply === moves.length) || ply === thrown?.ply;
    parts.push(bad ? shape("path", {class: "cross", d: `M${x - 7} ${y - 7}l14 14m-14 0l14 -14`})
      : shape("circle", {class: "last", cx: x, cy: y, r: 7}));
  }
  if (thrown && ply === thrown.ply - 1) for (const move of thrown.keeping.filter(m => m !== "PASS")) {
    const [r, c] = move.split(",").map(Number);
    parts.push(shape("rect", {class: "keeps", x: place(c) - 8, y: place(r) - 8, width: 16, height: 16}));
  }
  return parts;
}
for (const table of document.querySelectorAll("table.games")) {
  const box = table.closest(".scroll").nextElementSibling, words = document.getElementById("words").dataset;
  const svg = shape("svg", {viewBox: "0 0 200 200", role: "img"}), side = document.createElement("div");
  const told = document.createElement("p"), buttons = document.createElement("p");
  told.setAttribute("aria-live", "polite");
  side.append(buttons, told, ...box.childNodes);
  box.append(svg, side);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  let game = null, ply = 0;
  const go = to => {
    ply = Math.max(0, Math.min(game.moves.length, to));
    svg.replaceChildren(...drawn(game, ply));
    const move = game.moves[ply - 1], bad = game.illegal && ply === game.moves.length;
    const did = !ply ? words.emptyBoard : (ply % 2 ? words.blackPlays : words.whitePlays)
      .replace("{}", move === "PASS" ? words.passes : move) + (bad ? `: ${words.illegal}` : "");
    const why = game.thrown && (ply === game.thrown.ply || ply === game.thrown.ply - 1) ? `. ${game.thrown.said}` : "";
    told.textContent = `${words.ply.replace("{}", ply).replace("{}", game.moves.length)}: ${did}${why}`;
    svg.setAttribute("aria-label", told.textContent);
  };
  const steps = {Home: () => 0, ArrowLeft: () => ply - 1, ArrowRight: () => ply + 1, End: () => Infinity};
  const signs = [["Home", "|◀", words.toFirst], ["ArrowLeft", "◀", words.toPrevious],
    ["ArrowRight", "▶", words.toNext], ["End", "▶|", words.toLast]];
  for (const [key, sign, label] of signs) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => go(steps[key]()));
    buttons.append(button, " ");
  }
  box.addEventListener("keydown", event => {
    if (!game || !steps[event.key]) return;
    event.preventDefault();
    go(steps[event.key]());
  });
  const choices = [...table.tBodies[0].rows].map(row => {
    const {moves, illegal, ply: at, keeping, said} = row.dataset, cell = row.cells[0];
    const list = moves ? moves.split(" ") : [];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = cell.textContent;
    button.setAttribute("aria-label", words.stepThrough.replace("{}", cell.textContent));
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      for (const other of choices) other.setAttribute("aria-pressed", String(other === button));
      const thrown = at ? {ply: Number(at), keeping: keeping.split(" "), said} : null;
      game = {boards: boardsOf(list, Boolean(illegal)), moves: list, illegal: Boolean(illegal), thrown};
      box.hidden = false;
      box.setAttribute("aria-label", button.getAttribute("aria-label"));
      go(thrown ? thrown.ply - 1 : 0);
      box.focus();
    });
    cell.replaceChildren(button);
    return button;
  });
}
