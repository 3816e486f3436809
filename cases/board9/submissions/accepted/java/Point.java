// A point of the board.
import java.util.List;
import java.util.stream.Stream;

record Point(int row, int col) {
    List<Point> neighbours() {
        return Stream.of(new Point(row - 1, col), new Point(row, col - 1), new Point(row, col + 1), new Point(row + 1, col))
            .filter(point -> 0 <= point.row && point.row < 9 && 0 <= point.col && point.col < 9)
            .toList();
    }

    @Override
    public String toString() {
        return "(" + row + ", " + col + ")";
    }
}
