// Alpha-beta in JavaScript, four plies deep and to the end of the game when it is near; keeps the ply in a file.
const fs = require("fs");

const POINTS = 25, PASS = 25, LAST = 24, DEPTH = 4, NEAR = 6, WIN = 100000;
const ORDER = [12, 7, 11, 13, 17, 6, 8, 16, 18, 2, 10, 14, 22, 1, 3, 5, 9, 15, 19, 21, 23, 0, 4, 20, 24, PASS];

const beside = Array.from({ length: POINTS }, (_, point) => {
  const found = [point - 5, point + 5].filter((other) => other >= 0 && other < POINTS);
  if (point % 5 > 0) found.push(point - 1);
  if (point % 5 < 4) found.push(point + 1);
  return found;
});

const same = (one, other) => one.every((colour, point) => colour === other[point]);

/** The chain of a stone; null when it has a liberty. */
function deadChain(board, stone) {
  const chain = [stone];
  for (let i = 0; i < chain.length; i++) {
    for (const other of beside[chain[i]]) {
      if (board[other] === 0) return null;
      if (board[other] === board[stone] && !chain.includes(other)) chain.push(other);
    }
  }
  return chain;
}

/** The board after a move; null for suicide and for taking back a ko. */
function played(board, before, point, colour) {
  const after = board.slice();
  let captured = false;
  after[point] = colour;
  for (const other of beside[point]) {
    const chain = after[other] === 3 - colour ? deadChain(after, other) : null;
    for (const stone of chain || []) after[stone] = 0;
    captured = captured || chain !== null;
  }
  return (captured ? !same(after, before) : !deadChain(after, point)) ? after : null;
}

/** How good a board is for the player who moves. */
function value(board, colour, over) {
  let stones = 0, liberties = 0;
  for (let point = 0; point < POINTS; point++) {
    if (board[point] !== 0) {
      stones += board[point] === 1 ? 2 : -2;
    } else {
      const near = beside[point].map((other) => board[other]);
      liberties += near.includes(1) - near.includes(2);
    }
  }
  const black = over ? (stones > 5 ? WIN : -WIN) + stones : 20 * stones + 7 * liberties;
  return colour === 1 ? black : -black;
}

/** The best score and its move. */
function search(board, before, colour, ply, depth, alpha, beta) {
  if (ply > LAST || depth === 0) return [value(board, colour, ply > LAST), PASS];
  let best = [-10 * WIN, PASS];
  for (const move of ORDER) {
    let after = board;
    if (move !== PASS) after = board[move] === 0 ? played(board, before, move, colour) : null;
    if (after === null) continue;
    const over = move === PASS && same(board, before);
    const score = over
      ? value(board, colour, true)
      : -search(after, board, 3 - colour, ply + 1, depth - 1, -beta, -alpha)[0];
    if (score > best[0]) best = [score, move];
    alpha = Math.max(alpha, score);
    if (alpha >= beta) break;
  }
  return best;
}

function plyOf(before, colour) {
  const first = before.every((point) => point === 0) || !fs.existsSync("ply.txt");
  const ply = first ? colour : Number(fs.readFileSync("ply.txt", "utf8")) + 2;
  fs.writeFileSync("ply.txt", `${ply}\n`);
  return ply;
}

const [first, ...rows] = fs.readFileSync("input.txt", "utf8").split(/\s+/).filter(Boolean);
const colour = Number(first);
const before = [...rows.slice(0, 5).join("")].map(Number), now = [...rows.slice(5, 10).join("")].map(Number);
const ply = plyOf(before, colour), left = LAST + 1 - ply;
const move = ply === 1 ? 12 : search(now, before, colour, ply, left <= NEAR ? left : DEPTH, -20 * WIN, 20 * WIN)[1];
fs.writeFileSync("output.txt", move === PASS ? "PASS" : `${Math.floor(move / 5)},${move % 5}`);
