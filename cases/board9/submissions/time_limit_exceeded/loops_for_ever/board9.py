# Never ends: looks for a second liberty and does not move on when there is none.
board = {}
for line in open("train_0.txt"):
    if line.strip():
        r, c, k = map(int, line.split())
        board[r, c] = k

position = 0
while position < 81:
    if divmod(position, 9) not in board:
        position += 1
print("Problem 0: rule checking:True")
