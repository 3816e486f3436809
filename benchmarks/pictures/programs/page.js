// What lies around a board: nothing, a page with a list beside it, or a dark window with buttons.

const PAGES = {
  bare: { css: "", html: '<div id="board"></div>' },
  page: {
    css: `body { font: 15px/1.4 Georgia, serif; color: #222; margin: 0 24px }
      h1 { font-size: 22px; border-bottom: 1px solid #bbb; padding-bottom: 4px }
      #both { display: flex; gap: 28px } aside { width: 210px } li { margin: 3px 0 }`,
    html: `<h1>Problem 3: after the captures</h1><div id="both"><div id="board"></div><aside>
      <p>Black plays at the edge and takes four stones. White answers.</p>
      <ol><li>black c3</li><li>white d4</li><li>black pass</li><li>white e5</li></ol>
      <p><a href="#">next</a> | <a href="#">before</a></p></aside></div><p>Drawn in a browser.</p>`,
  },
  dark: {
    css: `body { background: #23272e; color: #ccd; font: 14px sans-serif; margin: 14px }
      nav { margin-bottom: 12px } footer { margin-top: 12px }`,
    html: `<nav><button>New</button> <button>Undo</button> <button>Pass</button></nav>
      <div id="board"></div><footer>black 12, white 9</footer>`,
  },
};

// Lays the page out; the answer is where the board goes, so many pixels wide.
export function lay(kind, width) {
  const { css, html } = PAGES[kind];
  style(css);
  document.body.innerHTML = html;
  const place = document.getElementById("board");
  place.style.width = place.style.height = `${width}px`;
  return place;
}

export function style(css) {
  const sheet = document.createElement("style");
  sheet.textContent = css;
  document.head.append(sheet);
}

// A style sheet of the package; pictures that it names are found beside it.
export async function sheet(address) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  document.head.append(link);
  await new Promise((done, fail) => Object.assign(link, { onload: done, onerror: fail }));
}

// Stones as [row, column, "X" or "O"], from above and from the left.
export function stones(rows) {
  return rows.flatMap((row, r) => [...row].map((sign, c) => [r, c, sign])).filter(([, , sign]) => sign !== ".");
}

// The stone that a look marks as played last: one in the middle of the list.
export function last(rows) {
  const all = stones(rows);
  return all.length ? all[all.length >> 1] : null;
}

export const letter = (number) => "abcdefghijklmnopqrs"[number];
