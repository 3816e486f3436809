import { h, render } from "preact";
import { Goban } from "@sabaki/shudan";
import { last, lay, sheet, style } from "./page.js";

window.show = async (look, rows, modules) => {
  await sheet(`${modules}/@sabaki/shudan/css/goban.css`);
  style(look.css ?? "");
  const signMap = rows.map((row) => [...row].map((sign) => ({ X: 1, O: -1 })[sign] ?? 0));
  const markerMap = signMap.map((row) => row.map(() => null));
  const [r, c] = last(rows) ?? [];
  if (look.mark && r !== undefined) markerMap[r][c] = { type: look.mark };
  const { step: vertexSize, names: showCoordinates, fuzzy: fuzzyStonePlacement } = look;
  const goban = h(Goban, { vertexSize, showCoordinates, fuzzyStonePlacement, signMap, markerMap });
  const place = lay(look.page, 0);
  place.style.width = place.style.height = "";
  render(goban, place);
};
