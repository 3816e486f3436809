#include <stdio.h>

int main(void)
{
    FILE *out = fopen("output.txt", "w")
    fprintf(out, "2,2");
}
