/* Wrong: knows no ko.  Takes what it can take, and most of all a single stone, and so takes it back. */
#include <stdio.h>
#include <string.h>

enum { N = 25 };

static char before[N + 1], board[N + 1], after[N + 1], seen[N];

/* Does the chain at p touch an empty point?  The chain is left in `seen`. */
static int breathes(int row, int column, char colour)
{
    if (row < 0 || row > 4 || column < 0 || column > 4 || seen[5 * row + column]) return 0;
    if (after[5 * row + column] == '0') return 1;
    if (after[5 * row + column] != colour) return 0;
    seen[5 * row + column] = 1;
    int up = breathes(row - 1, column, colour), down = breathes(row + 1, column, colour);
    int left = breathes(row, column - 1, colour), right = breathes(row, column + 1, colour);
    return up || down || left || right;
}

/* Puts a stone down and takes off what is captured; how many stones that were, -1 for suicide. */
static int play(int p, char colour)
{
    int captured = 0;
    memcpy(after, board, N);
    after[p] = colour;
    for (int q = 0; q < N; q++) {
        if (after[q] == '0' || after[q] == colour) continue;
        memset(seen, 0, N);
        if (breathes(q / 5, q % 5, after[q])) continue;
        for (int i = 0; i < N; i++)
            if (seen[i]) {
                after[i] = '0';
                captured++;
            }
    }
    memset(seen, 0, N);
    return captured || breathes(p / 5, p % 5, colour) ? captured : -1;
}

static char read_boards(void)
{
    char colour = '0';
    FILE *in = fopen("input.txt", "r");
    if (fscanf(in, " %c", &colour) != 1) return colour;
    for (int i = 0; i < N; i++) if (fscanf(in, " %c", &before[i]) != 1) return colour;
    for (int i = 0; i < N; i++) if (fscanf(in, " %c", &board[i]) != 1) return colour;
    return colour;
}

int main(void)
{
    char colour = read_boards();
    int best = -1, most = -1;
    for (int i = 0; i < N; i++) {
        int taken = board[i] == '0' ? play(i, colour) : -1;
        int worth = taken == 1 ? N : taken;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    FILE *out = fopen("output.txt", "w");
    if (best < 0) fprintf(out, "PASS");
    else fprintf(out, "%d,%d", best / 5, best % 5);
    return 0;
}
