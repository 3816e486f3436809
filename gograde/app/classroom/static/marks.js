// Publishing, and tables of marks.
import {does, find, hear, valuesOf} from "./desk.js";

const shown = (where, text) => {
  find(where).textContent = text;
  find(where).hidden = false;
};
const inBase64 = file => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.addEventListener("load", () => done(reader.result.slice(reader.result.indexOf(",") + 1)));
  reader.addEventListener("error", () => failed(reader.error));
  reader.readAsDataURL(file);
});
find("form[data-does]").addEventListener("submit", async event => {
  event.preventDefault();
  const answer = await does("marks/publish", valuesOf(event.target));
  if (answer) shown("#published", answer.text);
});
find("form[data-export]").addEventListener("submit", async event => {
  event.preventDefault();
  const {table, ...values} = valuesOf(event.target);
  if (table.size) Object.assign(values, {name: table.name, table: await inBase64(table)});
  const answer = await does("marks/export", values);
  if (!answer) return;
  shown("#exported", answer.text);
  const link = document.createElement("a");
  link.href = `data:application/octet-stream;base64,${answer.data}`;
  link.textContent = `Save ${answer.name}`;
  link.download = answer.name;
  find("#file").replaceChildren(link);
  find("#file").hidden = false;
  link.focus();
});
hear();
