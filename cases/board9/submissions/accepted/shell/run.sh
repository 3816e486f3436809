#!/bin/sh
# Right. POSIX shell and awk; writes answer.txt. awk spreads life from the empty points.
set -e
cd "$(dirname "$0")"
for problem in 0 00 1 2 3 4 5; do
    echo "test_$problem"
    awk -v problem="$problem" '
        function living(colour,    i, again) {
            for (i in live) delete live[i]
            do {
                again = 0
                for (i in board)
                    if (board[i] == colour && !(i in live) && touches(i)) {
                        live[i] = 1
                        again = 1
                    }
            } while (again)
        }
        function touches(i,    part) {
            split(i, part, SUBSEP)
            return good(part[1] - 1, part[2]) || good(part[1] + 1, part[2]) ||
                   good(part[1], part[2] - 1) || good(part[1], part[2] + 1)
        }
        function good(r, c) {
            return ((r, c) in board) && (board[r, c] == 0 || ((r, c) in live))
        }
        function dead(colour,    i, n) {
            living(colour)
            n = 0
            for (i in board) if (board[i] == colour && !(i in live)) { lost[i] = 1; n++ }
            return n
        }
        BEGIN { for (r = 0; r < 9; r++) for (c = 0; c < 9; c++) board[r, c] = 0 }
        NF == 3 { board[$1 + 0, $2 + 0] = $3 + 0 }
        END {
            if (problem == "0" || problem == "00") {
                print(dead(1) + dead(-1) == 0 ? "True" : "False")
                exit
            }
            for (r = 0; r < 9; r++) for (c = 0; c < 9; c++) if (board[r, c] == 0) {
                for (i in lost) delete lost[i]
                board[r, c] = 1
                taken = dead(-1)
                if (problem != 5) answer = taken > 0
                else {
                    for (i in lost) board[i] = 0
                    living(1)
                    answer = (r, c) in live
                    for (i in lost) board[i] = -1
                }
                board[r, c] = 0
                if (answer) print r, c
            }
        }
    ' "test_$problem.txt"
    echo
done > answer.txt
