// What an analysis found, as text and tables beside the board.

function table(caption, heads, rows) {
  const made = document.createElement("table");
  made.createCaption().textContent = caption;
  const head = made.createTHead().insertRow();
  for (const text of heads) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = text;
    if (text.startsWith("change")) cell.className = "num";
    head.append(cell);
  }
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const text of row) {
      const cell = line.insertCell();
      cell.textContent = text;
      if (/^[−+]?[0-9.]+$/.test(text)) cell.className = "num";
    }
  }
  return made;
}

function lead(value) {
  if (!value) return "Neither side leads (SFB 0).";
  return `${value > 0 ? "Black" : "White"} leads: SFB ${String(value).replace("-", "−")}.`;
}

/** Show what was found; nothing while it is looked for. */
export function showFound(found, state) {
  document.getElementById("value").textContent = found ? lead(found.value) : "";
  const tables = [];
  if (found?.candidates) {
    const rows = found.candidates.map(one => [one.name, one.value.toFixed(1)]);
    tables.push(table(`Values of moves of ${state.to_play}`, ["move", "change of SFB"], rows));
  }
  document.getElementById("found").replaceChildren(...tables);
}
