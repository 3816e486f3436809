// The review queue: each key is sent with a word for what is shown, so that nobody decides what he does not see.
import {ask} from "../shared/talk.js";
import {find, hear, isForPage, say, sayFault} from "./desk.js";

const desk = find("#desk"), comment = find("#comment"), sitting = desk.dataset.sitting;
const address = new URL(location.href);
address.searchParams.set("sitting", sitting);
history.replaceState(null, "", address);
let busy = false;

function show(html) {
  const held = desk.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const fields = ["#corners", "#kinds"], written = fields.map(name => find(name)?.value), before = find("#shown")?.dataset.shown;
  desk.innerHTML = html;
  // The page is made anew whenever something of the class changes: what a person has written for these pictures stays.
  if (find("#shown")?.dataset.shown === before) fields.forEach((name, at) => { if (find(name)) find(name).value = written[at]; });
  const again = held && desk.querySelector(`button[data-key="${held}"]:not(:disabled)`);
  if (held !== undefined) (again || desk).focus({preventScroll: true});
}

async function renew() {
  const answer = await ask("review/look", {sitting});
  show(answer.html);
}

async function press(key, number = "") {
  if (busy) return;
  busy = true;
  const shown = find("#shown").dataset, decided = shown.decided;
  try {
    const answer = await ask("review/press", {
      sitting, key, number, shown: shown.shown, by: find("#by").value, comment: comment.value,
      corners: find("#corners")?.value ?? "", kinds: find("#kinds")?.value ?? "",
    });
    show(answer.html);
    say(answer.say);
    if (find("#shown").dataset.decided !== decided) comment.value = "";
  } catch (error) {
    sayFault(error);
    await renew().catch(sayFault);
  } finally {
    busy = false;
  }
}

desk.addEventListener("click", event => {
  const button = event.target.closest("button[data-key]");
  if (button) press(button.dataset.key, button.dataset.number);
});
document.addEventListener("keydown", event => {
  if (["corners", "kinds"].includes(event.target.id) && event.key === "Enter") press("l");
  else if (event.target.id === "comment" && ["Enter", "Escape"].includes(event.key)) desk.focus();
  if (!isForPage(event)) return;
  if (event.key === "c" || event.key === "l") {
    const field = event.key === "c" ? comment : find("#corners");
    if (field) { event.preventDefault(); field.focus(); }
  } else if ("aArRnu".includes(event.key) && event.key.length === 1) press(event.key);
});

// -- where the board lies: dragged and clicked in the picture, written into the fields that keys fill too.

let start = null;

/** The place of the pointer in pixels of the picture that is asked about; null elsewhere. */
function pixel(event) {
  const svg = event.target.closest(".card.shown svg.overlay");
  return svg && new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
}

/** The row and column of the point of the lattice at a pixel; null outside. */
function point(at) {
  const [x, y, right, bottom] = find("#corners").value.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const [rows, cols] = find("#shown").dataset.size.split(" ").map(Number);
  const row = Math.round((at.y - y) / (bottom - y) * (rows - 1)), col = Math.round((at.x - x) / (right - x) * (cols - 1));
  return row >= 0 && row < rows && col >= 0 && col < cols ? `${row} ${col}` : null;
}

desk.addEventListener("pointerdown", event => {
  start = pixel(event);
  if (start) event.preventDefault();
});
desk.addEventListener("pointerup", event => {
  const end = start && pixel(event), kinds = find("#kinds");
  if (!end) return;
  if (Math.hypot(end.x - start.x, end.y - start.y) > 20) {
    find("#corners").value = [start.x, start.y, end.x, end.y].map(Math.round).join(" ");
    kinds.value = "";
    say("Now click an empty point, then a black stone, then a white one.");
    return;
  }
  const shown = point(end), told = kinds.value ? kinds.value.split(", ") : [];
  if (shown && told.length < 3) kinds.value = [...told, shown].join(", ");
  if (kinds.value.split(", ").length === 3) find('button[data-key="l"]').focus();
});
let seen = null;
hear({
  changed(stamps) {
    const now = stamps.join(" ");
    if (seen !== null && now !== seen && !busy) renew().catch(sayFault);
    seen = now;
  },
});
desk.focus({preventScroll: true});
