/* Prints without end: a line for debugging in a loop over columns that counts up the row instead. */
#include <stdio.h>

int main(void)
{
    char line[256] = "";
    if (!fgets(line, sizeof line, stdin))
        line[0] = '-';
    for (unsigned row = 0; row < 19; row++)
        for (unsigned col = 0; col < 19; row++)
            printf("looking at row %u column %u: %c\n", row, col, line[0]);
    printf("Jigo\n");
    return 0;
}
