/* Alpha-beta, six plies deep and to the end of the game when it is near; keeps the ply in a file. */
#include <stdio.h>
#include <string.h>

enum { N = 25, PASS = 25, LAST = 24, DEPTH = 6, NEAR = 8, WIN = 100000 };

typedef struct { char cell[N]; } board;

static int beside[N][4], neighbours[N];

static void find_neighbours(void)
{
    for (int p = 0; p < N; p++) {
        if (p >= 5) beside[p][neighbours[p]++] = p - 5;
        if (p < 20) beside[p][neighbours[p]++] = p + 5;
        if (p % 5) beside[p][neighbours[p]++] = p - 1;
        if (p % 5 < 4) beside[p][neighbours[p]++] = p + 1;
    }
}

/* The stones of a chain in `chain`; their number with the number of its liberties in `free`. */
static int chain_of(const board *b, int start, int *chain, int *free)
{
    char seen[N] = {0};
    int size = 1, liberties = 0;
    chain[0] = start;
    seen[start] = 1;
    for (int i = 0; i < size; i++)
        for (int k = 0; k < neighbours[chain[i]]; k++) {
            int q = beside[chain[i]][k];
            if (seen[q]) continue;
            if (b->cell[q] == 0) {
                seen[q] = 1;
                liberties++;
            } else if (b->cell[q] == b->cell[start]) {
                seen[q] = 1;
                chain[size++] = q;
            }
        }
    *free = liberties;
    return size;
}

/* The board after a move; 0 when it is suicide or takes back a ko. */
static int play(const board *b, const board *before, int p, int colour, board *after)
{
    int chain[N], free, captured = 0;
    *after = *b;
    after->cell[p] = colour;
    for (int k = 0; k < neighbours[p]; k++) {
        int q = beside[p][k];
        if (after->cell[q] != 3 - colour) continue;
        int size = chain_of(after, q, chain, &free);
        if (free) continue;
        captured += size;
        for (int i = 0; i < size; i++) after->cell[chain[i]] = 0;
    }
    if (captured) return memcmp(after, before, sizeof *after) != 0;
    chain_of(after, p, chain, &free);
    return free > 0;
}

/* How good a board is for black: stones first, then liberties. */
static int value(const board *b, int over)
{
    int stones = 0, liberties = 0;
    for (int p = 0; p < N; p++) {
        if (b->cell[p]) stones += b->cell[p] == 1 ? 2 : -2;
        else {
            int black = 0, white = 0;
            for (int k = 0; k < neighbours[p]; k++) {
                black |= b->cell[beside[p][k]] == 1;
                white |= b->cell[beside[p][k]] == 2;
            }
            liberties += black - white;
        }
    }
    if (over) return stones > 5 ? WIN + stones : -WIN + stones;
    return 20 * stones + 7 * liberties;
}

static int search(const board *b, const board *before, int colour, int ply, int depth, int alpha, int beta, int *best)
{
    static const int order[N] = {12, 7, 11, 13, 17, 6, 8, 16, 18, 2, 10, 14, 22, 1, 3, 5, 9, 15, 19, 21, 23, 0, 4, 20, 24};
    int sign = colour == 1 ? 1 : -1, found = PASS, passed = memcmp(b, before, sizeof *b) == 0;
    if (ply > LAST) return sign * value(b, 1);
    if (depth == 0) return sign * value(b, 0);
    int top = -10 * WIN;
    for (int i = 0; i <= N && alpha < beta; i++) {
        board after = *b;
        int p = i < N ? order[i] : PASS, score;
        if (p == PASS) score = passed ? sign * value(b, 1) : -search(b, b, 3 - colour, ply + 1, depth - 1, -beta, -alpha, NULL);
        else if (b->cell[p] || !play(b, before, p, colour, &after)) continue;
        else score = -search(&after, b, 3 - colour, ply + 1, depth - 1, -beta, -alpha, NULL);
        if (score > top) {
            top = score;
            found = p;
        }
        if (score > alpha) alpha = score;
    }
    if (best) *best = found;
    return top;
}

static void read_board(FILE *in, board *b)
{
    char row[8];
    for (int i = 0; i < 5; i++) {
        if (fscanf(in, "%5s", row) != 1) return;
        for (int j = 0; j < 5; j++) b->cell[5 * i + j] = row[j] - '0';
    }
}

static int ply_of(const board *before, int colour)
{
    static const board empty;
    int ply = colour;
    FILE *kept = fopen("ply.txt", "r");
    if (kept && memcmp(before, &empty, sizeof empty) != 0 && fscanf(kept, "%d", &ply) == 1) ply += 2;
    if (kept) fclose(kept);
    kept = fopen("ply.txt", "w");
    fprintf(kept, "%d\n", ply);
    fclose(kept);
    return ply;
}

int main(void)
{
    board before = {{0}}, now = {{0}};
    int colour = 1, best = PASS;
    FILE *in = fopen("input.txt", "r"), *out = fopen("output.txt", "w");
    if (fscanf(in, "%d", &colour) != 1) return 1;
    read_board(in, &before);
    read_board(in, &now);
    find_neighbours();
    int ply = ply_of(&before, colour), left = LAST + 1 - ply;
    search(&now, &before, colour, ply, left <= NEAR ? left : DEPTH, -20 * WIN, 20 * WIN, &best);
    if (ply == 1) best = 12;
    if (best == PASS) fprintf(out, "PASS");
    else fprintf(out, "%d,%d", best / 5, best % 5);
    fclose(out);
    return 0;
}
