// Right. C that writes answer.txt, and a PPM of the board after the captures of problems 1 to 4.
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

enum { STEP = 24, SIDE = STEP * 10, RADIUS = 10 };

/* wood, a line, or the stone of the nearest point */
static const char *pixel(const board *b, int x, int y)
{
    int col = (x + STEP / 2) / STEP, row = (y + STEP / 2) / STEP;
    int dx = x - STEP * col, dy = y - STEP * row, far = dx * dx + dy * dy;
    int stone = col >= 1 && col <= 9 && row >= 1 && row <= 9 ? b->at[row * W + col] : EMPTY;
    int inside = x >= STEP && x <= 9 * STEP && y >= STEP && y <= 9 * STEP;
    if (stone != EMPTY && far <= RADIUS * RADIUS)
        return stone == WHITE && far < (RADIUS - 1) * (RADIUS - 1) ? "\xff\xff\xff" : "\x10\x10\x10";
    return inside && (dx == 0 || dy == 0) ? "\x10\x10\x10" : "\xd8\xb0\x70";
}

static void draw(const board *b, const char *problem)
{
    char name[40];
    sprintf(name, "test_%s.ppm", problem);
    FILE *out = fopen(name, "wb");
    fprintf(out, "P6\n# problem %s\n%d %d\n255\n", problem, SIDE, SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            fwrite(pixel(b, x, y), 1, 3, out);
    fclose(out);
}

/* every capturing stone placed, then every black chain without a liberty taken off */
static board after_captures(const board *b)
{
    board all = *b, before;
    for (int p = 0; p < W * W; p++)
        if (b->at[p] == EMPTY) {
            board after = *b;
            if (play(&after, p))
                all.at[p] = WHITE;
        }
    before = all;
    for (int q = 0; q < W * W; q++)
        if (before.at[q] == BLACK && !alive(&before, q))
            all.at[q] = EMPTY;
    return all;
}

int main(void)
{
    const char *problem[] = {"0", "00", "1", "2", "3", "4", "5"};
    FILE *out = fopen("answer.txt", "w");
    for (int i = 0; i < 7; i++) {
        char name[40];
        sprintf(name, "test_%s.txt", problem[i]);
        board b = read_board(name);
        fprintf(out, "%stest_%s\n", i ? "\n" : "", problem[i]);
        if (i < 2) {
            int fine = 1;
            for (int p = 0; p < W * W; p++)
                if ((b.at[p] == BLACK || b.at[p] == WHITE) && !alive(&b, p))
                    fine = 0;
            fprintf(out, "%s\n", fine ? "True" : "False");
        } else {
            points(out, &b, i < 6);
            if (i < 6) {
                board after = after_captures(&b);
                draw(&after, problem[i]);
            }
        }
    }
    return fclose(out) != 0;
}
