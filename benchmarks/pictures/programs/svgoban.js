import SVGoban from "svgoban";
import { last, lay, stones } from "./page.js";

window.show = (look, rows) => {
  const name = ([r, c]) => "ABCDEFGHJKLMNOPQRST"[c] + (rows.length - r);
  const position = Object.fromEntries(stones(rows).map((s) => [name(s), s[2] === "X" ? "black" : "white"]));
  const stone = last(rows);
  const markers = look.mark && stone ? { [name(stone)]: look.mark } : {};
  const { theme, noMargin, hideMargin } = look;
  const place = lay(look.page, look.width);
  place.innerHTML = SVGoban.serialize({ size: rows.length, theme, noMargin, hideMargin }, position, markers);
};
