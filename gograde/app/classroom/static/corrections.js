// Corrections are written and taken out; the list is loaded anew after each.
import {does, find, hear, valuesOf} from "./desk.js";

const SAID = "gograde-said";

async function change(path, values) {
  const answer = await does(path, values);
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
hear();
