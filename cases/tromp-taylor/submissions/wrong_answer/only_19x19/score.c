/* Wrong: knows the usual board only. What is missing stays empty, what is too much is not read. */
#include <stdio.h>

#define N 19

static char board[N + 2][N + 2]; /* 0 outside */
static int seen[N + 2][N + 2], size, black, white;

static void flood(int r, int c)
{
    if (board[r][c] == 'X')
        black = 1;
    if (board[r][c] == 'O')
        white = 1;
    if (board[r][c] != '-' || seen[r][c])
        return;
    seen[r][c] = 1;
    size++;
    flood(r - 1, c);
    flood(r + 1, c);
    flood(r, c - 1);
    flood(r, c + 1);
}

int main(void)
{
    int score = 0;
    for (int r = 1; r <= N; r++)
        for (int c = 1; c <= N; c++) {
            int letter = getchar();
            while (letter != 'X' && letter != 'O' && letter != '-' && letter != EOF)
                letter = getchar();
            board[r][c] = letter == EOF ? '-' : letter;
        }
    for (int r = 1; r <= N; r++)
        for (int c = 1; c <= N; c++) {
            if (board[r][c] == 'X')
                score++;
            if (board[r][c] == 'O')
                score--;
            size = black = white = 0;
            flood(r, c);
            score += size * (black - white);
        }
    if (score == 0)
        printf("Jigo\n");
    else
        printf("%c+%d\n", "BW"[score < 0], score < 0 ? -score : score);
    return 0;
}
