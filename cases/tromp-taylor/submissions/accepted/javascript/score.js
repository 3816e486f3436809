// Right. JavaScript; walks from the stones of each colour over the empty points.
const board = [...require("fs").readFileSync(0, "latin1")].filter((letter) => "XO-".includes(letter));
const size = Math.round(Math.sqrt(board.length));

function beside(point) {
  const col = point % size;
  const found = [point - size, point + size];
  if (col > 0) found.push(point - 1);
  if (col < size - 1) found.push(point + 1);
  return found.filter((other) => other >= 0 && other < board.length);
}

/** For each point whether it has the colour or reaches it. */
function reaching(colour) {
  const reached = board.map((letter) => letter === colour);
  const waiting = [...board.keys()].filter((point) => reached[point]);
  while (waiting.length) {
    for (const other of beside(waiting.pop())) {
      if (board[other] === "-" && !reached[other]) {
        reached[other] = true;
        waiting.push(other);
      }
    }
  }
  return reached;
}

const black = reaching("X"), white = reaching("O");
let lead = 0;
for (let point = 0; point < board.length; point++) lead += black[point] - white[point];
console.log(lead === 0 ? "Jigo" : `${lead > 0 ? "B" : "W"}+${Math.abs(lead)}`);
