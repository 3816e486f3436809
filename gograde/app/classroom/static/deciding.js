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
  desk.innerHTML = html;
  const again = held && desk.querySelector(`button[data-key="${held}"]:not(:disabled)`);
  if (held !== undefined) (again || desk).focus({preventScroll: true});
}

async function renew() {
  const answer = await ask("review/look", {sitting});
  show(answer.html);
}

async function press(key, points = "") {
  if (busy) return;
  busy = true;
  const shown = find("#shown").dataset, decided = shown.decided;
  try {
    const answer = await ask("review/press", {
      sitting, key, points, shown: shown.shown, by: find("#by").value, comment: comment.value,
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
  if (button) press(button.dataset.key);
});
document.addEventListener("keydown", event => {
  if (event.target.id === "points" && event.key === "Enter") press("p", event.target.value);
  else if (event.target.id === "comment" && ["Enter", "Escape"].includes(event.key)) desk.focus();
  if (!isForPage(event)) return;
  if (event.key === "c" || event.key === "p") {
    const field = event.key === "c" ? comment : find("#points");
    if (field) { event.preventDefault(); field.focus(); }
  } else if ("aArRosu".includes(event.key) && event.key.length === 1) press(event.key);
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
