// The rules on an array of 81 colours: 1 is white, -1 black, 0 empty.
const fs = require("fs");

const beside = Array.from({ length: 81 }, (_, point) => {
  const row = Math.floor(point / 9), col = point % 9;
  return [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]]
    .filter(([r, c]) => r >= 0 && r < 9 && c >= 0 && c < 9)
    .map(([r, c]) => 9 * r + c);
});

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
