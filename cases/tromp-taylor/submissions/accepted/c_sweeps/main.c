/*
 * Right, and slow: every empty point takes over what its neighbours reach, in sweeps over the
 * whole board, until a sweep changes nothing. A corridor that winds takes thousands of sweeps.
 */
#include <stdio.h>

#define REACHES_BLACK 1
#define REACHES_WHITE 2
#define STONE 4

static unsigned char point[256][256];
static int n;

static void input(void)
{
    static unsigned char all[256 * 256];
    int c, count = 0;
    while ((c = getchar()) != EOF)
        if (c == 'X')
            all[count++] = STONE | REACHES_BLACK;
        else if (c == 'O')
            all[count++] = STONE | REACHES_WHITE;
        else if (c == '-')
            all[count++] = 0;
    while (n * n < count)
        n++;
    for (int i = 0; i < count; i++)
        point[i / n][i % n] = all[i];
}

static int sweep(void)
{
    int changed = 0;
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++) {
            int before = point[row][col], after = before;
            if (before & STONE)
                continue;
            if (row > 0)
                after |= point[row - 1][col];
            if (col > 0)
                after |= point[row][col - 1];
            if (row + 1 < n)
                after |= point[row + 1][col];
            if (col + 1 < n)
                after |= point[row][col + 1];
            after &= REACHES_BLACK | REACHES_WHITE;
            if (after != before) {
                point[row][col] = after;
                changed = 1;
            }
        }
    return changed;
}

int main(void)
{
    int margin = 0;
    input();
    while (sweep())
        ;
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++) {
            int reached = point[row][col] & ~STONE;
            margin += (reached == REACHES_BLACK) - (reached == REACHES_WHITE);
        }
    if (margin > 0)
        printf("B+%d\n", margin);
    else if (margin < 0)
        printf("W+%d\n", -margin);
    else
        printf("Jigo\n");
    return 0;
}
