// The stones on the board; a position is never changed.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

class Position {
    static final int BLACK = -1;
    static final int WHITE = 1;

    private final Map<Point, Integer> colours;

    private Position(Map<Point, Integer> colours) {
        this.colours = colours;
    }

    static Position read(String name) throws IOException {
        Map<Point, Integer> colours = new HashMap<>();
        for (String line : Files.readAllLines(Path.of(name))) {
            String[] words = line.trim().split("\\s+");
            if (words.length == 3) {
                Point point = new Point(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
                colours.put(point, Integer.parseInt(words[2]));
            }
        }
        return new Position(colours);
    }

    int stones() {
        return colours.size();
    }

    List<Point> empty() {
        List<Point> points = new ArrayList<>();
        for (int row = 0; row < 9; row++) {
            for (int col = 0; col < 9; col++) {
                Point point = new Point(row, col);
                if (!colours.containsKey(point)) {
                    points.add(point);
                }
            }
        }
        return points;
    }

    boolean obeysRule1() {
        return colours.keySet().stream().allMatch(this::breathes);
    }

    /** Whether the chain of a stone has a liberty. */
    boolean breathes(Point stone) {
        for (Point point : chain(stone)) {
            for (Point beside : point.neighbours()) {
                if (!colours.containsKey(beside)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Set<Point> chain(Point stone) {
        Set<Point> found = new HashSet<>(Set.of(stone));
        Deque<Point> waiting = new ArrayDeque<>(found);
        while (!waiting.isEmpty()) {
            for (Point beside : waiting.pop().neighbours()) {
                if (colours.get(stone).equals(colours.get(beside)) && found.add(beside)) {
                    waiting.push(beside);
                }
            }
        }
        return found;
    }

    /** The position after White's move; with a suicide the stone stays. */
    Position played(Point move) {
        Map<Point, Integer> after = new HashMap<>(colours);
        after.put(move, WHITE);
        Position full = new Position(after);
        Map<Point, Integer> left = new HashMap<>(after);
        for (Point point : after.keySet()) {
            if (after.get(point) == BLACK && !full.breathes(point)) {
                left.remove(point);
            }
        }
        return new Position(left);
    }
}
