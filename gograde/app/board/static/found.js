// What an analysis found, as text and tables beside the board.

const NUMBERS = new Set(["change of SFB", "area", "stones", "territory", "solid", "viability", "fields", "points"]);

function table(caption, heads, rows) {
  const made = document.createElement("table");
  made.createCaption().textContent = caption;
  const head = made.createTHead().insertRow();
  for (const text of heads) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = text;
    if (NUMBERS.has(text)) cell.className = "num";
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
  if (found?.fields) {
    const rows = ["black", "white"].map(name => {
      const {area, stones, territory, solid} = found.fields[name];
      return [name, ...[area, stones, territory, solid].map(String)];
    });
    const {margin} = found.fields;
    const words = margin ? `${margin > 0 ? "black" : "white"} by ${Math.abs(margin)} with komi` : "even";
    tables.push(table(`Fields: ${words}`, ["side", "area", "stones", "territory", "solid"], rows));
  }
  if (found?.dragons) {
    const rows = found.dragons.map(one => [
      `${one.colour} ${one.name}`, one.status, one.viability.toFixed(1), String(one.fields), String(one.points.length),
    ]);
    tables.push(table("Dragons", ["dragon", "status", "viability", "fields", "stones"], rows));
  }
  if (found?.joseki) {
    const rows = found.joseki.map(one => [
      one.corner, one.name, `${one.points > 0 ? "+" : ""}${one.points}`.replace("-", "−"), one.line,
    ]);
    tables.push(table(`Joseki of ${state.to_play}`, ["corner", "move", "points", "line"], rows));
  }
  if (found?.candidates) {
    const rows = found.candidates.map(one => [one.name, one.value.toFixed(1)]);
    tables.push(table(`Values of moves of ${state.to_play}`, ["move", "change of SFB"], rows));
  }
  document.getElementById("found").replaceChildren(...tables);
}
