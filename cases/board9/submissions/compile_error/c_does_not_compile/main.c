/* Does not compile: a semicolon and a declaration are missing. */
#include <stdio.h>

int main(void)
{
    printf("Problem 0: rule checking:%s\n", answer)
    return 0;
}
