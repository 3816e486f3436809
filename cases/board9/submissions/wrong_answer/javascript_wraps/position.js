// The rules on an array of 81 colours: 1 is white, -1 black, 0 empty.
const fs = require("fs");

const beside = Array.from({ length: 81 }, (_, point) =>
  [point - 9, point + 9, point - 1, point + 1].filter((other) => other >= 0 && other < 81));

function read(problem) {
  const board = new Array(81).fill(0);
  const numbers = fs.readFileSync(`test_${problem}.txt`, "utf8").split(/\s+/).filter(Boolean).map(Number);
  for (let i = 0; i + 2 < numbers.length; i += 3) {
    board[9 * numbers[i] + numbers[i + 1]] = numbers[i + 2];
  }
  return board;
}

function breathes(board, stone) {
  const chain = [stone], seen = new Set(chain);
  for (const point of chain) {
    for (const other of beside[point]) {
      if (board[other] === 0) return true;
      if (board[other] === board[stone] && !seen.has(other)) {
        seen.add(other);
        chain.push(other);
      }
    }
  }
  return false;
}

const obeys = (board) => board.every((colour, point) => colour === 0 || breathes(board, point));

function play(board, point) {
  const full = board.slice();
  full[point] = 1;
  const dead = full.map((colour, stone) => colour === -1 && !breathes(full, stone));
  const after = full.map((colour, stone) => (dead[stone] ? 0 : colour));
  return [after, dead.filter(Boolean).length];
}

module.exports = { read, obeys, play, breathes };
