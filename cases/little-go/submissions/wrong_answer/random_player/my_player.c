/* Wrong: plays any legal point, drawn by lot, and so wins half of its games against such a player. */
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
    int legal[N], count = 0;
    unsigned luck = 2166136261u;
    for (int i = 0; i < N; i++) luck = ((luck ^ (luck >> 15)) + (unsigned)(board[i] + 7 * before[i])) * 2654435761u;
    luck ^= luck >> 13;
    for (int p = 0; p < N; p++)
        if (board[p] == '0' && play(p, colour) >= 0 && memcmp(after, before, N) != 0) legal[count++] = p;
    FILE *out = fopen("output.txt", "w");
    int p = count ? legal[(luck >> 8) % count] : 0;
    if (count) fprintf(out, "%d,%d", p / 5, p % 5);
    else fprintf(out, "PASS");
    return 0;
}
