// Publishing, and tables of marks.
import {does, find, hear, valuesOf} from "./desk.js";

const shown = (where, text) => {
  find(where).textContent = text;
  find(where).hidden = false;
};
find("form[data-does]").addEventListener("submit", async event => {
  event.preventDefault();
  const answer = await does("marks/publish", valuesOf(event.target));
  if (answer) shown("#published", answer.text);
});
find("form[data-export]").addEventListener("submit", async event => {
  event.preventDefault();
  const answer = await does("marks/export", valuesOf(event.target));
  if (!answer) return;
  shown("#exported", answer.text);
  const link = document.createElement("a");
  link.href = answer.file;
  link.textContent = `Save ${answer.name}`;
  link.download = answer.name;
  find("#file").replaceChildren(link);
  find("#file").hidden = false;
  link.focus();
});
hear();
