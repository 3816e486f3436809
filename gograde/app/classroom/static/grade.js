// Preview and run, and the progress of any run of the class.
import {ask} from "../shared/talk.js";
import {does, farWords, find, hear} from "./desk.js";

const list = (where, names) => find(where).replaceChildren(...names.map(name => {
  const item = document.createElement("li");
  item.textContent = name;
  return item;
}));

for (const button of document.querySelectorAll("button[data-does]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await does(button.dataset.does, {});
    button.disabled = false;
    if (answer?.html === undefined) return;
    find("#preview").hidden = false;
    find("#preview-part").innerHTML = answer.html;
  });
}
let seen = null;
hear({
  async changed(stamps) {
    const now = stamps.join(" ");
    if (seen !== null && now !== seen) find("#outdated").innerHTML = (await ask("regrade/outdated")).html;
    seen = now;
  },
  progress(value) {
    const known = value.running || value.done > 0;
    find("#run").hidden = !known;
    find("#share").value = value.jobs ? value.done / value.jobs : 0;
    const over = value.done === value.jobs ? "The last run is over" : "The last run ended early";
    find("#how-far").textContent = `${value.running ? "Running" : over}: ${farWords(value)}, ${value.spent_s} s.`;
    list("#at-work", value.at_work);
    list("#latest", value.latest);
    find("#stop").hidden = !value.ours;
    const ended = value.ended;
    find("#ended").hidden = !ended;
    find("#ended-text").textContent = ended ? [ended.out, ended.err].filter(Boolean).join("\n") || "Done." : "";
  },
});
