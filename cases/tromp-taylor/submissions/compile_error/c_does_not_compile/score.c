/* Does not compile: a variable that nobody declared, and a missing semicolon. */
#include <stdio.h>

int main(void)
{
    while ((letter = getchar()) != EOF)
        if (letter == 'X')
            black++
    printf("B+%d\n", black);
    return 0;
}
