/* Prints every position that it looks at. */
#include <stdio.h>

int main(void)
{
    for (;;) puts("00000 00000 00100 00000 00000");
}
