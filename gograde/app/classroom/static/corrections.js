// Corrections are written and taken out; the list is loaded anew after each.
import {does, find, hear, say, valuesOf} from "./desk.js";

const SAID = "gograde-said";

let busy = false;

async function change(path, values) {
  busy = true;
  const answer = await does(path, values);
  busy = Boolean(answer);
  if (!answer) return;
  sessionStorage.setItem(SAID, answer.say);
  location.reload();
}

const form = find("form[data-does]");
form.addEventListener("submit", event => {
  event.preventDefault();
  change(form.dataset.does, valuesOf(form));
});
for (const button of document.querySelectorAll("button[data-out]")) {
  button.addEventListener("click", () => change("corrections/out", {row: button.dataset.out}));
}
const said = sessionStorage.getItem(SAID);
if (said) {
  const line = find("#said");
  line.textContent = said;
  line.hidden = false;
  sessionStorage.removeItem(SAID);
}
let seen = null;
hear({
  changed([file]) {
    if (seen !== null && file !== seen && !busy) say("overrides.csv has changed.\nFix: load this page again to see how");
    seen = file;
  },
});
