/*
 * Wrong: sweeps over the board only once. What lies to the right of a stone or below it learns of
 * it, what lies around a corner to the left or above does not.
 */
#include <stdio.h>

static int b[300][300];

int main(void)
{
    static int in[300 * 300];
    int c, k = 0, n = 0, black = 0, white = 0;
    while ((c = getchar()) != EOF) {
        if (c == 'X')
            in[k++] = 5;
        if (c == 'O')
            in[k++] = 6;
        if (c == '-')
            in[k++] = 0;
    }
    while (n * n < k)
        ++n;
    for (int i = 0; i < k; i++)
        b[1 + i / n][1 + i % n] = in[i]; /* a border of zeros saves looking at the edge */
    for (int y = 1; y <= n; y++)
        for (int x = 1; x <= n; x++)
            if (b[y][x] < 4)
                b[y][x] = (b[y - 1][x] | b[y][x - 1] | b[y + 1][x] | b[y][x + 1]) & 3;
    for (int y = 1; y <= n; y++)
        for (int x = 1; x <= n; x++) {
            black += (b[y][x] & 3) == 1;
            white += (b[y][x] & 3) == 2;
        }
    if (black > white)
        printf("B+%d\n", black - white);
    if (white > black)
        printf("W+%d\n", white - black);
    if (white == black)
        printf("Jigo\n");
    return 0;
}
