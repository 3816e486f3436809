// Right. C with a border of sentinels (11 x 11) and a recursive search; writes answer.txt.
#include <stdio.h>
#include <stdlib.h>

enum { BLACK = -1, EMPTY = 0, WHITE = 1, WALL = 2, W = 11 };
typedef struct { signed char at[W * W]; } board;
static const int step[4] = {-W, -1, 1, W};
static char seen[W * W];

static int breathes(const board *b, int p)
{
    seen[p] = 1;
    for (int k = 0; k < 4; k++) {
        int q = p + step[k];
        if (b->at[q] == EMPTY)
            return 1;
        if (b->at[q] == b->at[p] && !seen[q] && breathes(b, q))
            return 1;
    }
    return 0;
}

static int alive(const board *b, int p)
{
    for (int i = 0; i < W * W; i++)
        seen[i] = 0;
    return breathes(b, p);
}

static board read_board(const char *name)
{
    board b;
    int row, col, colour;
    FILE *f = fopen(name, "r");
    if (f == NULL)
        exit(2);
    for (int i = 0; i < W * W; i++)
        b.at[i] = i % W == 0 || i % W == W - 1 || i / W == 0 || i / W == W - 1 ? WALL : EMPTY;
    while (fscanf(f, "%d%d%d", &row, &col, &colour) == 3)
        b.at[(row + 1) * W + col + 1] = (signed char)colour;
    fclose(f);
    return b;
}

/* White at p: takes black chains without breath off, counts their stones */
static int play(board *b, int p)
{
    board before;
    int taken = 0;
    b->at[p] = WHITE;
    before = *b;
    for (int q = 0; q < W * W; q++)
        if (before.at[q] == BLACK && !alive(&before, q)) {
            b->at[q] = EMPTY;
            taken++;
        }
    return taken;
}

static void points(FILE *out, const board *b, int captures)
{
    for (int p = 0; p < W * W; p++)
        if (b->at[p] == EMPTY) {
            board after = *b;
            int taken = play(&after, p);
            if (captures ? taken : alive(&after, p))
                fprintf(out, "%d %d\n", p / W - 1, p % W - 1);
        }
}

int main(void)
{
    const char *problem[] = {"0", "00", "1", "2", "3", "4", "5"};
    FILE *out = fopen("answer.txt", "w");
    for (int i = 0; i < 7; i++) {
        char name[40];
        sprintf(name, "train_%s.txt", problem[i]);
        board b = read_board(name);
        fprintf(out, "%strain_%s\n", i ? "\n" : "", problem[i]);
        if (i < 2) {
            int fine = 1;
            for (int p = 0; p < W * W; p++)
                if ((b.at[p] == BLACK || b.at[p] == WHITE) && !alive(&b, p))
                    fine = 0;
            fprintf(out, "%s\n", fine ? "True" : "False");
        } else {
            points(out, &b, i < 6);
        }
    }
    return fclose(out) != 0;
}
