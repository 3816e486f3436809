/* Wrong: the rule check looks at black chains only. */
#include <stdio.h>
#include <string.h>

static int b[9][9], mark[9][9];

static int get(int r, int c) { return r < 0 || c < 0 || r > 8 || c > 8 ? 9 : b[r][c]; }

static int air(int r, int c, int colour)
{
    if (get(r, c) == 0)
        return 1;
    if (get(r, c) != colour || mark[r][c])
        return 0;
    mark[r][c] = 1;
    return air(r - 1, c, colour) + air(r + 1, c, colour) + air(r, c - 1, colour) + air(r, c + 1, colour);
}

static int alive(int r, int c)
{
    memset(mark, 0, sizeof mark);
    return air(r, c, b[r][c]) > 0;
}

static int taken(int off[9][9])
{
    int n = 0;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            n += off[r][c] = b[r][c] == -1 && !alive(r, c);
    return n;
}

int main(void)
{
    const char *names[] = {"0", "00", "1", "2", "3", "4", "5"};
    FILE *out = fopen("answer.txt", "w");
    for (int k = 0; k < 7; k++) {
        char path[20];
        int r, c, colour, off[9][9];
        sprintf(path, "test_%s.txt", names[k]);
        FILE *in = fopen(path, "r");
        if (!in || !out)
            return 1;
        memset(b, 0, sizeof b);
        while (fscanf(in, "%d %d %d", &r, &c, &colour) == 3)
            b[r][c] = colour;
        fclose(in);
        fprintf(out, "test_%s\n", names[k]);
        if (k < 2)
            fprintf(out, "%s\n", taken(off) ? "False" : "True");
        for (r = 0; k >= 2 && r < 9; r++)
            for (c = 0; c < 9; c++) {
                if (b[r][c])
                    continue;
                b[r][c] = 1;
                int good = taken(off) > 0;
                if (k == 6 && !good)
                    good = alive(r, c);
                b[r][c] = 0;
                if (good)
                    fprintf(out, "%d %d\n", r, c);
            }
        fprintf(out, "\n");
    }
    fclose(out);
    return 0;
}
