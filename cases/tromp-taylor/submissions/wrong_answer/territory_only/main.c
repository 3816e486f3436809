/* Wrong: counts territory as in Japanese scoring; the stones themselves are worth nothing. */
#include <stdio.h>
#include <stdlib.h>

static char board[255 * 255 + 1];
static int stack[255 * 255 + 1];

int main(void)
{
    int c, count = 0, n = 0, black = 0, white = 0;
    while ((c = getchar()) != EOF)
        if (c == 'X' || c == 'O' || c == '-')
            board[count++] = c;
    while (n * n < count)
        n++;
    for (int i = 0; i < count; i++) {
        int top = 0, size = 0, sees_black = 0, sees_white = 0;
        if (board[i] != '-')
            continue;
        board[i] = '+';
        stack[top++] = i;
        while (top) {
            int p = stack[--top];
            int near[4] = {p - n, p + n, p % n ? p - 1 : -1, (p + 1) % n ? p + 1 : -1};
            size++;
            for (int k = 0; k < 4; k++) {
                int q = near[k];
                if (q < 0 || q >= count)
                    continue;
                sees_black |= board[q] == 'X';
                sees_white |= board[q] == 'O';
                if (board[q] == '-') {
                    board[q] = '+';
                    stack[top++] = q;
                }
            }
        }
        if (sees_black && !sees_white)
            black += size;
        if (sees_white && !sees_black)
            white += size;
    }
    if (black == white)
        printf("Jigo\n");
    else
        printf("%c+%d\n", black > white ? 'B' : 'W', abs(black - white));
    return 0;
}
