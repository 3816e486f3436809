/* Crashes: marks beyond the edge of its array until it leaves its memory. */
#include <stdio.h>

static int board[9][9];

int main(void)
{
    volatile int *p = &board[0][0];
    FILE *f = fopen("test_0.txt", "r");
    int r, c, k;
    while (f && fscanf(f, "%d %d %d", &r, &c, &k) == 3)
        board[r][c] = k;
    for (long i = 0;; i++)
        p[i * 81] = 1;
}
