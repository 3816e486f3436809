/*
 * Wrong: reads everything into a string and asks for its length. A NUL among the other characters
 * is the end of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 22];

int main(void)
{
    int n = 0, len = 0, d = 0, total = 0;
    total = (int)fread(text, 1, sizeof text - 1, stdin);
    text[total] = 0;
    total = (int)strlen(text);
    char *board = calloc(total + 1, 1);
    char *reach = calloc(total + 1, 1);
    int *todo = calloc(2 * total + 2, sizeof *todo);
    for (int i = 0; i < total; i++)
        if (text[i] == 'X' || text[i] == 'O' || text[i] == '-')
            board[len++] = text[i];
    while ((n + 1) * (n + 1) <= len)
        n++;
    len = n * n;
    for (int colour = 1; colour <= 2; colour++) {
        int k = 0;
        for (int i = 0; i < len; i++)
            if (board[i] == "-XO"[colour]) {
                reach[i] = colour;
                todo[k++] = i;
            }
        while (k) {
            int i = todo[--k];
            int q[4] = {i - n, i + n, i % n ? i - 1 : -1, (i + 1) % n ? i + 1 : -1};
            for (int j = 0; j < 4; j++)
                if (q[j] >= 0 && q[j] < len && board[q[j]] == '-' && !(reach[q[j]] & colour)) {
                    reach[q[j]] |= colour;
                    todo[k++] = q[j];
                }
        }
    }
    for (int i = 0; i < len; i++)
        d += (reach[i] == 1) - (reach[i] == 2);
    if (d)
        printf("%c+%d\n", d > 0 ? 'B' : 'W', abs(d));
    else
        puts("Jigo");
    return 0;
}
