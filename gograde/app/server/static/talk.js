// What pages say to the server, and what it tells them.

/** Ask the server to do something; resolves to its answer, rejects with {where, what, fix}. */
export async function ask(path, values = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: {"content-type": "application/json"},
      body: JSON.stringify(values),
    });
  } catch {
    throw {where: "gograde", what: "does not answer", fix: "see whether it still runs in its terminal"};
  }
  const value = await answer.json();
  if (!answer.ok) throw value;
  return value;
}

/**
 * Hear the last word on topics: `topics` has a function for each, `away` is told whether the server is gone.
 *
 * A browser keeps six connections to a server, for all its windows; so only a page that can be seen listens.
 */
export function listen(topics, away = () => {}) {
  let source = null;
  const look = () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else source ??= heard(topics, away);
  };
  document.addEventListener("visibilitychange", look);
  look();
}

function heard(topics, away) {
  const source = new EventSource("events");
  for (const [topic, told] of Object.entries(topics)) {
    source.addEventListener(topic, event => told(JSON.parse(event.data)));
  }
  source.addEventListener("open", () => away(false));
  source.addEventListener("error", () => away(true));
  return source;
}
