/*
 * Scoring a finished game: fill in `score`, leave the rest as it is or not.
 *
 *     cc -O2 -o score score.c
 *     ./score < example_1.txt
 */
#include <stdio.h>

#define BLACK 'X'
#define WHITE 'O'
#define EMPTY '-'
#define LARGEST 255

static char board[LARGEST][LARGEST]; /* board[row][col], row 0 at the top, column 0 on the left */
static int size;                     /* rows and columns, from 0 to 255 */

/* ------------------------------------------------------------- for you to fill in */

/*
 * Put the points of both players into *black and *white and give 1: the stones of each, and the
 * empty points that reach this colour and not the other. An empty point reaches a colour when a
 * path of empty points leads from it to a point next to a stone of that colour.
 */
static int score(int *black, int *white)
{
    *black = *white = 0;
    return 0; /* not written yet */
}

/* ------------------------------------------------------------- reading and writing */

/* Reads to the end of the input; every character that is no point is passed over. */
static void read_board(void)
{
    static char points[LARGEST * LARGEST];
    int letter, count = 0;
    while ((letter = getchar()) != EOF)
        if ((letter == BLACK || letter == WHITE || letter == EMPTY) && count < LARGEST * LARGEST)
            points[count++] = (char)letter;
    while (size * size < count)
        size++;
    for (int i = 0; i < count; i++)
        board[i / size][i % size] = points[i];
}

int main(void)
{
    int black, white;
    read_board();
    if (!score(&black, &white))
        fprintf(stderr, "score() is not written yet\n");
    else if (black > white)
        printf("B+%d\n", black - white);
    else if (white > black)
        printf("W+%d\n", white - black);
    else
        printf("Jigo\n");
    return 0;
}
