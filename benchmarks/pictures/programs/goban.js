import { createGoban, setGobanCallbacks, setGobanRenderer } from "goban";
import { last, lay, letter, stones, style } from "./page.js";

window.show = (look, rows) => {
  const chosen = { "removal-graphic": "square", "removal-scale": 1, "last-move-opacity": 1, ...look.theme };
  setGobanCallbacks({
    getSelectedThemes: () => chosen,
    watchSelectedThemes: (tell) => (tell(chosen), { remove: () => undefined }),
    getCDNReleaseBase: () => "none:",
  });
  setGobanRenderer(look.renderer);
  const written = (colour) => stones(rows).filter(([, , sign]) => sign === colour).map(([r, c]) => letter(c) + letter(r));
  const place = lay(look.page, look.width);
  style("#board { position: relative } #board canvas { position: absolute; left: 0; top: 0 }");
  const goban = createGoban({
    board_div: place, width: rows.length, height: rows.length, interactive: false, square_size: "auto",
    display_width: look.width, initial_state: { black: written("X").join(""), white: written("O").join("") },
    draw_top_labels: look.names, draw_left_labels: look.names,
    draw_bottom_labels: look.names, draw_right_labels: look.names,
  });
  const [r, c] = last(rows) ?? [];
  if (look.mark && r !== undefined) goban.setMarks({ [look.mark]: letter(c) + letter(r) });
  goban.redraw(true);
};
