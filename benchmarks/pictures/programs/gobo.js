import { Gobo } from "gobo/bin/gobo.js";
import { last, lay, stones } from "./page.js";

window.show = (look, rows) => {
  const place = lay(look.page, look.width);
  const { sketch: isSketch, bare: noCoords, simple: simpleStones, background, seed: patternSeed, width: widthPx } = look;
  const options = { gobanSize: rows.length, widthPx, isSketch, noCoords, simpleStones, background, patternSeed };
  const gobo = new Gobo(options);
  const down = (r) => rows.length - 1 - r;
  for (const [r, c, sign] of stones(rows)) gobo.setStoneAt(c, down(r), sign === "X" ? 0 : 1);
  const [r, c] = last(rows) ?? [];
  if (look.mark && r !== undefined) gobo.setMarkAt(c, down(r), look.mark);
  gobo.render();
  place.append(gobo.canvas);
};
