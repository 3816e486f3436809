/* Wrong: counts in numbers of 16 bits, which end at 32767; the largest board has 65025 points. */
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 255, POINTS = SIDE * SIDE };

static char board[POINTS + 1];
static int queue[POINTS + 1];
static short black, white;

int main(void)
{
    int letter, points = 0, n = 0;
    while ((letter = getchar()) != EOF)
        if (letter == 'X' || letter == 'O' || letter == '-')
            board[points++] = letter;
    while (n * n != points)
        n++;
    for (int i = 0; i < points; i++) {
        int head = 0, tail = 0, x = 0, o = 0;
        if (board[i] == 'X')
            black++;
        if (board[i] == 'O')
            white++;
        if (board[i] != '-')
            continue;
        for (board[i] = ' ', queue[tail++] = i; head < tail; head++) {
            int p = queue[head], col = p % n;
            int next[] = {p - n, p + n, col > 0 ? p - 1 : -1, col < n - 1 ? p + 1 : -1};
            for (int k = 0; k < 4; k++)
                if (next[k] >= 0 && next[k] < points) {
                    x |= board[next[k]] == 'X';
                    o |= board[next[k]] == 'O';
                    if (board[next[k]] == '-') {
                        board[next[k]] = ' ';
                        queue[tail++] = next[k];
                    }
                }
        }
        if (x && !o)
            black += tail;
        if (o && !x)
            white += tail;
    }
    if (black == white)
        printf("Jigo\n");
    else
        printf("%c+%d\n", black > white ? 'B' : 'W', abs(black - white));
    return 0;
}
