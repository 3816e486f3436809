import { FieldBoardObject, MarkupBoardObject, SVGBoard, svgDrawHandlers as draw } from "wgo";
import { last, lay, stones } from "./page.js";

const STONES = {
  glass: () => ({ B: new draw.GlassStoneBlack(), W: new draw.GlassStoneWhite() }),
  simple: () => ({ B: new draw.SimpleStone("black"), W: new draw.SimpleStone("white") }),
};

window.show = (look, rows) => {
  const place = lay(look.page, look.width);
  const theme = { ...look.theme };
  if (look.stones) theme.drawHandlers = STONES[look.stones]();
  const board = new SVGBoard(place, { size: rows.length, width: look.width, coordinates: look.names, theme });
  for (const [r, c, sign] of stones(rows)) board.addObject(new FieldBoardObject(sign === "X" ? "B" : "W", c, r));
  const [r, c, sign] = last(rows) ?? [];
  if (look.mark && sign) {
    board.addObject(Object.assign(new MarkupBoardObject(look.mark, c, r), { variation: sign === "X" ? 1 : -1 }));
  }
};
