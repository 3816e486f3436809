/*
 * Crashes: has room for 19x19 points and does not look whether there are more. What lies behind
 * the array is overwritten, among it the way back out of main.
 */
#include <stdio.h>
#include <stdlib.h>

#define POINTS (19 * 19)

static int read_points(char *points)
{
    int c, n = 0;
    while ((c = getchar()) != EOF)
        if (c == 'X' || c == 'O' || c == '-')
            points[n++] = c;
    return n;
}

static int flood(char *points, int size, int p, int *colours)
{
    int total = 1;
    points[p] = '.';
    for (int k = 0; k < 4; k++) {
        int row = p / size + (k == 0) - (k == 1), col = p % size + (k == 2) - (k == 3);
        if (row < 0 || col < 0 || row >= size || col >= size)
            continue;
        char there = points[row * size + col];
        *colours |= there == 'X' ? 1 : there == 'O' ? 2 : 0;
        if (there == '-')
            total += flood(points, size, row * size + col, colours);
    }
    return total;
}

int main(void)
{
    char points[POINTS];
    int score[4] = {0}, size = 0, n = read_points(points);
    while (size * size < n)
        size++;
    for (int p = 0; p < n; p++) {
        int colours = 0;
        if (points[p] == 'X')
            score[1]++;
        if (points[p] == 'O')
            score[2]++;
        if (points[p] == '-') {
            int total = flood(points, size, p, &colours);
            score[colours] += total;
        }
    }
    if (score[1] == score[2])
        puts("Jigo");
    else
        printf("%c+%d\n", score[1] > score[2] ? 'B' : 'W', abs(score[1] - score[2]));
    return 0;
}
