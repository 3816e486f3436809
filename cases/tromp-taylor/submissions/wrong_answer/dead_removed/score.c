/* Wrong: takes chains without liberties off the board before it counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX (255 * 255)

static char board[MAX + 1], after[MAX + 1], seen[MAX + 1];
static int found[MAX + 1], n, count;

static int neighbour(int p, int k)
{
    switch (k) {
    case 0:
        return p - n;
    case 1:
        return p + n < count ? p + n : -1;
    case 2:
        return p % n > 0 ? p - 1 : -1;
    default:
        return p % n < n - 1 ? p + 1 : -1;
    }
}

/* All points that hang together with p, in `found`; notes which letters are beside them. */
static int gather(const char *b, int p, int *beside)
{
    int size = 0;
    memset(beside, 0, 256 * sizeof *beside);
    found[size++] = p;
    seen[p] = 1;
    for (int i = 0; i < size; i++)
        for (int k = 0; k < 4; k++) {
            int q = neighbour(found[i], k);
            if (q < 0)
                continue;
            if (b[q] != b[p])
                beside[(int)b[q]] = 1;
            else if (!seen[q]) {
                seen[q] = 1;
                found[size++] = q;
            }
        }
    return size;
}

int main(void)
{
    int c, beside[256], score[256] = {0};
    while ((c = getchar()) != EOF)
        if (strchr("XO-", c) && c)
            board[count++] = c;
    while (n * n < count)
        n++;
    memcpy(after, board, sizeof board);
    for (int p = 0; p < count; p++)
        if (board[p] != '-' && !seen[p]) {
            int size = gather(board, p, beside);
            for (int i = 0; i < size && !beside['-']; i++)
                after[found[i]] = '-';
        }
    memset(seen, 0, sizeof seen);
    for (int p = 0; p < count; p++)
        if (after[p] != '-')
            score[(int)after[p]]++;
        else if (!seen[p]) {
            int size = gather(after, p, beside);
            if (beside['X'] != beside['O'])
                score[beside['X'] ? 'X' : 'O'] += size;
        }
    if (score['X'] == score['O'])
        puts("Jigo");
    else
        printf("%s+%d\n", score['X'] > score['O'] ? "B" : "W", abs(score['X'] - score['O']));
    return 0;
}
