// The package leaves the colours to the page; these are ours.
import React from "react";
import { render } from "react-dom";
import { BadukBoard, Piece } from "react-baduk";
import { lay, stones, style } from "./page.js";

window.show = (look, rows) => {
  style(`.table { display: inline-block; background: ${look.paper} }
    .board { margin: ${look.margin}px } .board svg { overflow: visible; width: ${look.width}px; height: ${look.width}px }
    .board rect { fill: none } .board line { stroke: ${look.ink}; stroke-width: ${look.line} }
    .label { font: bold 0.4px sans-serif; fill: ${look.ink} } .piece-target { opacity: 0 }
    .piece.black { fill: ${look.black} } .piece.white { fill: ${look.white} } .piece { stroke: ${look.rim}; stroke-width: 0.03 }
    .star-point { fill: ${look.ink} }`);
  const size = rows.length;
  const piece = ([r, c, sign]) => React.createElement(Piece, { key: `${r} ${c}`, x: size - 1 - c, y: r,
    color: sign === "X" ? "black" : "white" });
  const props = { size, labelStyle: look.names, onClickEmpty: () => undefined };
  const place = lay(look.page, 0);
  place.style.width = place.style.height = "";
  render(React.createElement(BadukBoard, props, stones(rows).map(piece)), place);
};
