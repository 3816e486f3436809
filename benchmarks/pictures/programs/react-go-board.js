import React from "react";
import { render } from "react-dom";
import { BLACK, Board, Coordinate, WHITE } from "godash";
import { Goban } from "react-go-board";
import { last, lay, stones } from "./page.js";

window.show = (look, rows) => {
  const moves = stones(rows).flatMap(([r, c, sign]) => [new Coordinate(c, r), sign === "X" ? BLACK : WHITE]);
  const board = new Board(rows.length, ...moves);
  const [r, c] = last(rows) ?? [];
  const annotations = look.mark && r !== undefined ? [new Coordinate(c, r)] : [];
  const options = { showCoordinates: look.names, stonePadding: look.gap };
  const { colour: boardColor } = look;
  render(React.createElement(Goban, { board, boardColor, annotations, options }), lay(look.page, look.width));
};
