"use strict";
const NUMBER = /^[-+−]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?( ?%)?$/;
function keyOf(cell) {
  const text = (cell?.dataset.key ?? cell?.textContent ?? "").trim();
  return NUMBER.test(text) ? parseFloat(text.replace("−", "-")) : text;
}
// Numbers by value, then words; cells without anything are last in both directions.
function compare(a, b, sign) {
  if (a === "" || b === "") return (a === "") - (b === "");
  if (typeof a !== typeof b) return typeof a === "number" ? -sign : sign;
  return sign * (typeof a === "number" ? a - b : a.localeCompare(b, undefined, {numeric: true}));
}
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = table.querySelectorAll("th[data-column]");
  for (const head of heads) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const column = Number(head.dataset.column);
      const keys = new Map([...body.rows].map(row => [row, keyOf(row.cells[column])]));
      const order = (a, b) => compare(keys.get(a), keys.get(b), up ? 1 : -1);
      body.append(...[...body.rows].sort(order));
    });
  }
}
