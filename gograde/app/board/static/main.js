// The page: it shows what the server tells, and asks for what a person wants.
import {ask, listen} from "../shared/talk.js";
import {Board, nameOf} from "./drawing.js";
import {showFound} from "./found.js";
import {copyLink, fetchFile, readFile} from "./files.js";

const by = id => document.getElementById(id);
const LOCKED = ["black", "white", "undo", "restart", "situation", "model", "side", "komi", "new", "save-go", "save-sgf", "load", "first", "back", "ply", "on", "last"];
let board = null, state = null, found = null, hovered = null;

// -- what is shown ----------------------------------------------------------------------------

function complain({where, what, fix}) {
  say([["b", `${where}: `], ["span", what], ["span", `Fix: ${fix}`, "fix"]], false);
}

function say(parts, note) {
  const box = by("message");
  box.classList.toggle("note", note);
  box.replaceChildren(...parts.map(([name, text, kind]) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }));
  box.hidden = !parts.length;
}

// Wishes are sent one after the other: "start" must not overtake the player that was chosen before it.
let sent = Promise.resolve(true);

function wish(path, values) {
  sent = sent.then(() => ask(path, values)).then(() => true, refusal => {
    complain(refusal);
    return false;
  });
  return sent;
}

function statusOf(state) {
  const [own, role] = [state.to_play[0].toUpperCase() + state.to_play.slice(1), state.roles[state.to_play]];
  if (state.over) return `${state.said} The game is over. ${state.result}`;
  if (state.thinking) return `${state.said} ${own} (${role}) is thinking…`;
  if (state.running) return `${state.said} ${own} to play.`;
  return `${state.said} Paused; ${state.to_play} is to play.`;
}

function showSeat(colour) {
  const select = by(colour), players = state.players.join("\n");
  if (select.dataset.players !== players) {
    select.replaceChildren(...state.players.map(name => new Option(name)));
    select.dataset.players = players;
  }
  select.value = state.roles[colour];
}

function showState(told) {
  const before = state;
  state = told;
  if (board?.side !== state.side) {
    board = new Board(by("board"), state.side, state.stars, {played, hovered: hover, key});
    by("side").value = state.side;
    by("komi").value = state.komi;
  }
  board.show(state);
  by("status").textContent = statusOf(state);
  by("prisoners").textContent = `Taken: black ${state.prisoners.black}, white ${state.prisoners.white} · ${state.stage} · komi ${state.komi}`;
  by("title").textContent = state.title;
  for (const colour of ["black", "white"]) showSeat(colour);
  by("start").textContent = state.running ? "Pause" : state.ply < state.plies ? `Start from move ${state.ply}` : "Start";
  by("start").disabled = state.over;
  by("pass").disabled = !state.running || state.thinking;
  by("ply").max = state.plies;
  by("ply").value = state.ply;
  by("count").textContent = `${state.ply} of ${state.plies}`;
  if (answered) wanted = null;
  showLook(wanted ?? state.look);
  for (const id of LOCKED) by(id).disabled = state.running;
  for (const input of document.querySelectorAll("[name=style],[name=layer]")) input.disabled = state.running;
  if (state.note) say([["span", state.note]], true);
  else if (before && before.key !== state.key || by("message").classList.contains("note")) say([], true);
  showAnalysis();
}

function showLook(look) {
  by("situation").checked = look.situation;
  by("model").value = look.model;
  for (const input of document.querySelectorAll("[name=style]")) input.checked = input.value === look.style;
  for (const input of document.querySelectorAll("[name=layer]")) input.checked = look.layers.includes(input.value);
}

function showAnalysis() {
  const fits = found?.key === state?.key ? found : null;
  board?.analyse(fits, state.look);
  showFound(fits, state);
  readOut();
}

// -- the point under the mouse or the cursor --------------------------------------------------

function readOut() {
  const box = by("readout"), point = hovered;
  if (!point || !state) return box.replaceChildren();
  const [row, column] = point, fits = found?.key === state.key ? found : null;
  const name = document.createElement("b");
  name.textContent = nameOf(point, state.side);
  const words = [{X: "black", O: "white", ".": "empty"}[state.rows[row][column]]];
  for (const [key, numbers] of Object.entries(fits?.influence?.values ?? {})) {
    words.push(`${key} ${String(numbers[row * state.side + column]).replace("-", "−")}`);
  }
  box.replaceChildren(name, words.join(" · "));
}

function hover(point) {
  hovered = point;
  readOut();
}

// -- what a person wants ----------------------------------------------------------------------

const played = ([row, column]) => wish("play", {row, column, ply: state.ply});
const step = ply => wish("step", {ply});

// The look that was asked for last. It holds until the server tells what came of it: a state from before
// must not take back what a person has chosen since.
let wanted = null, answered = true;

function look(change) {
  const mine = wanted = {...(wanted ?? state.look), ...change};
  answered = false;
  wish("look", mine).then(done => {
    if (wanted !== mine) return;
    answered = true;
    if (done) return;
    wanted = null;
    showLook(state.look);
  });
}

const CHOSEN = {
  style: input => ({style: input.value}),
  layer: () => ({layers: [...document.querySelectorAll("[name=layer]:checked")].map(input => input.value)}),
};

const DOES = {
  start: () => wish(state.running ? "pause" : "start"),
  pass: () => wish("pass", {ply: state.ply}),
  undo: () => wish("undo"),
  restart: () => wish("restart"),
  new: () => wish("new", {side: Number(by("side").value), komi: Number(by("komi").value)}),
  first: () => step(0),
  back: () => step(state.ply - 1),
  on: () => step(state.ply + 1),
  last: () => step(state.plies),
  load: () => by("file").click(),
  link: () => copyLink(state),
};

const KEYS = {
  ArrowUp: () => board.move(-1, 0), ArrowDown: () => board.move(1, 0),
  ArrowLeft: () => board.move(0, -1), ArrowRight: () => board.move(0, 1),
  Enter: () => played(board.cursor), " ": () => played(board.cursor),
  p: DOES.pass, s: DOES.start, u: DOES.undo, "[": DOES.back, "]": DOES.on, Home: DOES.first, End: DOES.last,
  v: () => look({situation: !(wanted ?? state.look).situation}),
};

function key(name) {
  const does = KEYS[name.length === 1 ? name.toLowerCase() : name];
  if (!does) return false;
  does();
  hover(board.cursor);
  return true;
}

for (const [id, does] of Object.entries(DOES)) by(id).addEventListener("click", does);
for (const colour of ["black", "white"]) {
  by(colour).addEventListener("change", async event => {
    if (!await wish("seat", {colour, player: event.target.value})) showSeat(colour);
  });
}
by("ply").addEventListener("input", event => step(Number(event.target.value)));
by("side").addEventListener("change", event => {
  by("komi").value = event.target.value === "5" ? document.body.dataset.komiSmall : document.body.dataset.komi;
});
by("situation").addEventListener("change", event => look({situation: event.target.checked}));
by("model").addEventListener("change", event => look({model: event.target.value}));
for (const input of document.querySelectorAll("[name=style],[name=layer]")) {
  input.addEventListener("change", () => look(CHOSEN[input.name](input)));
}
for (const button of document.querySelectorAll("[data-file]")) {
  button.addEventListener("click", () => fetchFile(button.dataset.file).catch(complain));
}
by("file").addEventListener("change", async event => {
  const [file] = event.target.files;
  if (file) await wish("load", await readFile(file));
  event.target.value = "";
});

listen({
  state: showState,
  analysis: told => { found = told; showAnalysis(); },
}, away => {
  document.body.classList.toggle("away", away);
  if (away) complain({where: "gograde", what: "does not answer", fix: "see whether it still runs in its terminal"});
});

const linked = location.hash.slice(1);
if (linked) {
  history.replaceState(null, "", location.pathname);
  wish("open", {link: linked});
}
