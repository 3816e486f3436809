// What the pages of a class share: words of the server, who decides, and the progress of grading.
import {ask, listen} from "../shared/talk.js";

export const find = selector => document.querySelector(selector);

/** Show a word of the server, or an error of it, in the words of the commands. */
export function say(text, bad = false) {
  const said = find("#said");
  said.textContent = text;
  said.hidden = !text;
  said.classList.toggle("bad", bad);
}

export const sayFault = error => say(error.where ? `${error.where}: ${error.what}\nFix: ${error.fix}` : String(error), true);

/** Ask for something, and say what came of it; resolves to null after an error. */
export async function does(path, values = {}) {
  try {
    const answer = await ask(path, values);
    say(answer.say ?? "");
    return answer;
  } catch (error) {
    sayFault(error);
    return null;
  }
}

const BY = "gograde-by";
const by = find("#by");
if (by) {
  by.value = sessionStorage.getItem(BY) ?? by.value;
  by.addEventListener("input", () => sessionStorage.setItem(BY, by.value));
}

/** The values of the fields of a form, by their names. */
export const valuesOf = form => Object.fromEntries(new FormData(form));

const left = value => value.noted ? `; ${value.noted}` : value.left_s === null ? "" : `, about ${value.left_s} s left`;
export const farWords = value => value.jobs === null ? "planning" : `${value.done} of ${value.jobs} jobs${left(value)}`;

/** Hear the server: `topics` are those of this page besides the progress, which every page shows. */
export function hear(topics = {}) {
  const line = find("#progress");
  listen({
    ...topics,
    progress(value) {
      line.hidden = !value.running;
      line.textContent = value.running ? `The class is being graded: ${farWords(value)}.` : "";
      topics.progress?.(value);
    },
  }, away => away && say("The server does not answer.\nFix: see whether gograde view still runs in its terminal", true));
}

/** Whether a key is meant for the page, not for a field or the browser. */
export const isForPage = event => !event.ctrlKey && !event.metaKey && !event.altKey
  && !event.target.matches("input, select, textarea");
