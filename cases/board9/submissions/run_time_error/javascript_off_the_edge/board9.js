// Looks beyond the edge: a row that is not there has no points.
const fs = require("fs");

const board = Array.from({ length: 9 }, () => new Array(9).fill(0));
for (const line of fs.readFileSync("test_0.txt", "utf8").trim().split("\n")) {
  const [row, col, colour] = line.split(/\s+/).map(Number);
  board[row][col] = colour;
}
for (let row = 0; row < 9; row++) {
  for (let col = 0; col < 9; col++) {
    if (board[row + 1][col] === 5) console.log("never");
  }
}
console.log("Problem 0: rule checking:True");
