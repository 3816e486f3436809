"use strict";
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
      const key = row => row.cells[column].dataset.key ?? row.cells[column].textContent.trim();
      const order = (a, b) => key(a).localeCompare(key(b), undefined, {numeric: true});
      body.append(...[...body.rows].sort((a, b) => up ? order(a, b) : order(b, a)));
    });
  }
}
