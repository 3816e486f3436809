/* Takes far more memory than there is for it (and stops at 4 GiB, for who runs it by hand):
 * keeps a copy of every position it looks at. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const size_t size = (size_t)8 << 20;
    for (int copies = 0; copies < 512; copies++) {
        char *copy = malloc(size);
        if (copy == NULL)
            abort();
        memset(copy, 1, size);
    }
    return 0;
}
