/* Wrong: counts a liberty once for every stone that touches it. A chain with one liberty
 * that two of its stones touch seems to have two, so its capture is missed. */
#include <stdio.h>
#include <string.h>

typedef struct { int cell[9][9]; } Board;
static const int D[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

static int inside(int r, int c) { return r >= 0 && r < 9 && c >= 0 && c < 9; }

static int count(const Board *b, int r, int c, int seen[9][9])
{
    int n = 0;
    seen[r][c] = 1;
    for (int k = 0; k < 4; k++) {
        int y = r + D[k][0], x = c + D[k][1];
        if (!inside(y, x))
            continue;
        if (b->cell[y][x] == 0)
            n++;
        else if (b->cell[y][x] == b->cell[r][c] && !seen[y][x])
            n += count(b, y, x, seen);
    }
    return n;
}

static int liberties(const Board *b, int r, int c)
{
    int seen[9][9] = {{0}};
    return count(b, r, c, seen);
}

static int captures(const Board *b, int r, int c)
{
    for (int k = 0; k < 4; k++) {
        int y = r + D[k][0], x = c + D[k][1];
        if (inside(y, x) && b->cell[y][x] == -1 && liberties(b, y, x) == 1)
            return 1;
    }
    return 0;
}

static int legal(const Board *b, int r, int c)
{
    Board trial = *b;
    trial.cell[r][c] = 1;
    return captures(b, r, c) || liberties(&trial, r, c) > 0;
}

static void list(const char *text, const Board *b, int (*wanted)(const Board *, int, int))
{
    int n = 0;
    printf("%s:[", text);
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            if (b->cell[r][c] == 0 && wanted(b, r, c))
                printf("%s(%d, %d)", n++ ? ", " : "", r, c);
    printf("]\n");
}

static int whole(const Board *b)
{
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            if (b->cell[r][c] && liberties(b, r, c) == 0)
                return 0;
    return 1;
}

int main(void)
{
    static const char *name[] = {"0", "00", "1", "2", "3", "4", "5"};
    for (int i = 0; i < 7; i++) {
        Board b;
        char path[30], text[60];
        int r, c, k;
        memset(&b, 0, sizeof b);
        snprintf(path, sizeof path, "train_%s.txt", name[i]);
        FILE *f = fopen(path, "r");
        if (!f)
            return 1;
        while (fscanf(f, "%d %d %d", &r, &c, &k) == 3)
            b.cell[r][c] = k;
        fclose(f);
        snprintf(text, sizeof text, "Problem %s: %s", name[i], i == 6 ? "all possible position" : "forward on step");
        if (i < 2)
            printf("Problem %s: rule checking:%s\n", name[i], whole(&b) ? "True" : "False");
        else
            list(text, &b, i == 6 ? legal : captures);
    }
    return 0;
}
