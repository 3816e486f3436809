/* As white it thinks without end. */
#include <stdio.h>

int main(void)
{
    volatile unsigned long nodes = 0;
    FILE *in = fopen("input.txt", "r"), *out = fopen("output.txt", "w");
    if (fgetc(in) == '2')
        for (;;) nodes++;
    fprintf(out, "2,2");
    return 0;
}
