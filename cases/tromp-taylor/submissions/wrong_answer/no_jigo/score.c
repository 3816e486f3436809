/* Wrong: has no word for equal points and prints B+0. */
#include <stdio.h>
#include <stdlib.h>

static char *board;
static int *queue, size, points;

static int visit(int p, int *tail)
{
    if (board[p] == 'X')
        return 1;
    if (board[p] == 'O')
        return 2;
    if (board[p] == '-') {
        board[p] = 'v';
        queue[(*tail)++] = p;
    }
    return 0;
}

int main(void)
{
    int c, lead = 0;
    board = malloc(65536);
    queue = malloc(65536 * sizeof *queue);
    while ((c = getchar()) != EOF)
        if (c == '-' || c == 'X' || c == 'O')
            board[points++] = (char)c;
    while ((size + 1) * (size + 1) <= points)
        size++;
    for (int p = 0; p < points; p++)
        lead += (board[p] == 'X') - (board[p] == 'O');
    for (int p = 0; p < points; p++) {
        int tail = 0, colours = 0;
        if (board[p] != '-')
            continue;
        visit(p, &tail);
        for (int head = 0; head < tail; head++) {
            int q = queue[head];
            if (q >= size)
                colours |= visit(q - size, &tail);
            if (q + size < points)
                colours |= visit(q + size, &tail);
            if (q % size != 0)
                colours |= visit(q - 1, &tail);
            if (q % size != size - 1)
                colours |= visit(q + 1, &tail);
        }
        if (colours == 1)
            lead += tail;
        if (colours == 2)
            lead -= tail;
    }
    printf("%c+%d\n", lead < 0 ? 'W' : 'B', abs(lead));
    free(board);
    free(queue);
    return 0;
}
