// The package has no style sheet; this is ours.
import { Game } from "tenuki";
import Intersection from "tenuki/lib/intersection.js";
import { last, lay, stones, style } from "./page.js";

const CSS = `
  .line-box { fill: none; stroke: #5a4326; stroke-width: 1 }
  circle.hoshi { fill: #5a4326 }
  .intersection-inner-container > rect, .empty .stone, .stone-shadow, .marker { fill: none; stroke: none }
  .occupied .stone-shadow { fill: rgba(40, 20, 0, 0.35) }
  .played.black .marker { stroke: white; stroke-width: 2 } .played.white .marker { stroke: #333; stroke-width: 2 }
  .coordinates text { font: 13px sans-serif; fill: #40301a }
  .tenuki-board { background: #e3b96b } .tenuki-board-flat { background: #f2e6cf }
  .tenuki-board-flat .black .stone { fill: #222 }
  .tenuki-board-flat .white .stone { fill: #fff; stroke: #444; stroke-width: 1 }
  .tenuki-board svg { display: block } .cancel-zoom, .cancel-zoom-backdrop { display: none }`;

window.show = (look, rows) => {
  style(CSS);
  const element = lay(look.page, 0);
  element.style.width = element.style.height = "";
  element.className = look.flat ? "tenuki-board tenuki-board-flat" : "tenuki-board";
  element.style.display = "inline-block";
  if (look.names) element.dataset.includeCoordinates = "true";
  const game = new Game({ element, boardSize: rows.length });
  const intersections = game.intersections().slice();
  for (const [r, c, sign] of stones(rows)) {
    intersections[r * rows.length + c] = new Intersection(r, c, sign === "X" ? "black" : "white");
  }
  const [r, c] = last(rows) ?? [];
  const playedPoint = look.mark && r !== undefined ? { y: r, x: c } : null;
  game._initialState = game.currentState().copyWithAttributes({ intersections, playedPoint });
  game.render();
};
