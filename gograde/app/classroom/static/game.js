// A game, stepped by keys, buttons or its list of moves; `drawn` and `boardsOf` are those of the reports.
import {find, hear, isForPage} from "./desk.js";

const box = find("#board"), rows = [...document.querySelectorAll("#moves tbody tr")];
const moves = box.dataset.moves ? box.dataset.moves.split(" ") : [], illegal = Boolean(box.dataset.illegal);
const boards = boardsOf(moves, illegal), flips = rows.filter(row => row.classList.contains("flip"));
const list = find("#list");
const svg = shape("svg", {viewBox: "0 0 200 200", role: "img"}), told = document.createElement("p"), keys = document.createElement("p");
told.setAttribute("aria-live", "polite");
box.append(svg, keys, told);
let ply = 0;

function go(to) {
  ply = Math.max(0, Math.min(moves.length, to));
  const flip = flips.find(row => [ply, ply + 1].includes(Number(row.dataset.at)));
  const thrown = flip && {ply: Number(flip.dataset.at), keeping: flip.dataset.keeping.split(" ")};
  svg.replaceChildren(...drawn({boards, moves, illegal, thrown}, ply));
  for (const row of rows) row.toggleAttribute("aria-current", Number(row.dataset.at) === ply);
  const row = rows[ply];
  list.scrollTop = row.offsetTop - list.clientHeight / 2;
  const said = flip ? `. Ply ${flip.dataset.at}: ${flip.dataset.said}` : "";
  told.textContent = `Ply ${ply} of ${moves.length}: ${row.cells[1].firstElementChild ? row.cells[1].childNodes[1].textContent.trim() : row.cells[1].textContent}${said}`;
  svg.setAttribute("aria-label", told.textContent);
}

const steps = {Home: () => 0, ArrowLeft: () => ply - 1, ArrowRight: () => ply + 1, End: () => moves.length};
for (const [key, sign, label] of [["Home", "|◀", "to the first"], ["ArrowLeft", "◀", "back"], ["ArrowRight", "▶", "on"], ["End", "▶|", "to the last"]]) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = sign;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", () => go(steps[key]()));
  keys.append(button, " ");
}
document.addEventListener("keydown", event => {
  if (!isForPage(event) || !steps[event.key]) return;
  event.preventDefault();
  go(steps[event.key]());
});
for (const row of rows) row.addEventListener("click", () => go(Number(row.dataset.at)));
go(flips.length ? Number(flips[0].dataset.at) - 1 : 0);
hear();
