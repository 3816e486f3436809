/* board STEP MARGIN RADIUS LOOK FILE ROW...: writes a board as P6; RADIUS in hundredths of a step. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char papers[3][3] = {{222, 184, 135}, {255, 255, 255}, {205, 170, 110}};

int main(int argc, char **argv)
{
    int step = atoi(argv[1]), margin = atoi(argv[2]), look = atoi(argv[4]);
    int radius = step * atoi(argv[3]) / 100, rows = argc - 6, cols = (int)strlen(argv[6]);
    int width = step * (cols - 1) + 2 * margin, height = step * (rows - 1) + 2 * margin;
    FILE *out = fopen(argv[5], "wb");
    if (!out)
        return 1;
    fprintf(out, "P6\n# by hand\n%d %d\n255\n", width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int down = y - margin, right = x - margin;
            int inside = down >= 0 && right >= 0 && down <= step * (rows - 1) && right <= step * (cols - 1);
            const unsigned char *paper = papers[look];
            unsigned char pixel[3] = {paper[0], paper[1], paper[2]};
            if (inside && (down % step == 0 || right % step == 0))
                pixel[0] = pixel[1] = pixel[2] = look == 2 ? 80 : 0;
            int r = (y - margin + step / 2 + step) / step - 1, c = (x - margin + step / 2 + step) / step - 1;
            if (r >= 0 && c >= 0 && r < rows && c < cols && argv[6 + r][c] != '.') {
                int dy = y - margin - step * r, dx = x - margin - step * c, far = dx * dx + dy * dy;
                if (far <= radius * radius) {
                    int rim = far > (radius - 1) * (radius - 1);
                    pixel[0] = pixel[1] = pixel[2] = argv[6 + r][c] == 'X' || rim ? 0 : 255;
                }
            }
            fwrite(pixel, 1, 3, out);
        }
    return fclose(out);
}
