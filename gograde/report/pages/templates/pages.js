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

// The table of students: search, filter, details.
for (const controls of document.querySelectorAll(".controls")) {
  const table = document.getElementById(controls.dataset.for);
  const rows = [...table.tBodies[0].rows];
  const search = controls.querySelector("input[type=search]"), filter = controls.querySelector("select");
  const more = controls.querySelector("input[type=checkbox]"), shown = controls.querySelector("output");
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let number = 0;
    for (const row of rows) {
      const name = row.cells[0].textContent.toLowerCase();
      const fits = !filter.value || row.dataset.tags.split(" ").includes(filter.value);
      row.hidden = !(fits && words.every(word => name.includes(word)));
      number += !row.hidden;
    }
    shown.textContent = shown.dataset.shown.replace("{}", number).replace("{}", rows.length);
    table.classList.toggle("detailed", more.checked);
  };
  for (const control of [search, filter, more]) control.addEventListener("input", show);
  controls.hidden = false;
  show();
}

// Tables that are wider than the page say that they scroll.
const wide = () => {
  for (const box of document.querySelectorAll(".scroll")) {
    const hint = box.previousElementSibling;
    const has = hint?.classList.contains("hint");
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    if (scrolls && !has) {
      const line = document.createElement("p");
      line.className = "hint soft small";
      line.textContent = document.body.dataset.scrolls;
      box.before(line);
    } else if (!scrolls && has) hint.remove();
  }
};
addEventListener("resize", wide);
document.addEventListener("toggle", wide, true);
wide();

// Keys: / searches; p and n lead to the previous and the next student.
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const links = {p: "a[rel=prev]", n: "a[rel=next]"};
  if (event.key === "/") {
    const search = document.querySelector(".controls input[type=search]");
    if (search) { event.preventDefault(); search.focus(); }
  } else if (links[event.key]) document.querySelector(links[event.key])?.click();
});
