/* Right. C; floods each empty region with a stack of its own, so that no region is too large. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 255

enum { EMPTY, BLACK, WHITE, SEEN };

static unsigned char board[MOST * MOST];
static int stack[MOST * MOST];
static int size;

static void read_board(void)
{
    int letter, points = 0;
    while ((letter = getchar()) != EOF && points < MOST * MOST)
        switch (letter) {
        case '-':
            board[points++] = EMPTY;
            break;
        case 'X':
            board[points++] = BLACK;
            break;
        case 'O':
            board[points++] = WHITE;
            break;
        }
    while (size * size < points)
        size++;
}

/* Puts an empty point on the stack, or notes the stone that is there. */
static int look(int point, int *height)
{
    if (board[point] == EMPTY) {
        board[point] = SEEN;
        stack[(*height)++] = point;
        return 0;
    }
    return board[point] == SEEN ? 0 : board[point];
}

static int flood(int start, int *points)
{
    int height = 0, colours = look(start, &height);
    for (*points = 0; height > 0; ++*points) {
        int point = stack[--height], row = point / size, col = point % size;
        if (row > 0)
            colours |= look(point - size, &height);
        if (col > 0)
            colours |= look(point - 1, &height);
        if (row < size - 1)
            colours |= look(point + size, &height);
        if (col < size - 1)
            colours |= look(point + 1, &height);
    }
    return colours;
}

int main(void)
{
    int score[4] = {0, 0, 0, 0};
    read_board();
    for (int point = 0; point < size * size; point++) {
        if (board[point] == BLACK || board[point] == WHITE)
            score[board[point]]++;
        else if (board[point] == EMPTY) {
            int points, colours = flood(point, &points);
            score[colours] += points; /* 0 reaches nobody, 3 reaches both */
        }
    }
    if (score[BLACK] == score[WHITE])
        puts("Jigo");
    else
        printf("%c+%d\n", score[BLACK] > score[WHITE] ? 'B' : 'W', abs(score[BLACK] - score[WHITE]));
    return 0;
}
