/* Area score as golfed programs do it: sweeps in raster order until nothing changes.

   `board` holds side * side points: 0 empty, 1 black, 2 white; `reached` is room for as many.
   Margin: black's points minus white's. */

int margin(const unsigned char *board, unsigned char *reached, int side)
{
    int changed = 1, margin = 0;
    for (int point = 0; point < side * side; point++)
        reached[point] = board[point];
    while (changed) {
        changed = 0;
        for (int row = 0; row < side; row++)
            for (int col = 0; col < side; col++) {
                int point = row * side + col;
                unsigned char here = reached[point];
                if (board[point] || here == 3)
                    continue;
                if (row)
                    here |= reached[point - side];
                if (col)
                    here |= reached[point - 1];
                if (row < side - 1)
                    here |= reached[point + side];
                if (col < side - 1)
                    here |= reached[point + 1];
                changed |= here != reached[point];
                reached[point] = here;
            }
    }
    for (int point = 0; point < side * side; point++)
        margin += (reached[point] == 1) - (reached[point] == 2);
    return margin;
}
