// Right. Java, a class a file, answers printed. A board is a map of points to colours.
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

public class Board9 {
    public static void main(String[] words) throws IOException {
        for (String problem : new String[] {"0", "00"}) {
            boolean obeys = Position.read("test_" + problem + ".txt").obeysRule1();
            System.out.println("Problem " + problem + ": rule checking:" + (obeys ? "True" : "False"));
        }
        for (String problem : new String[] {"1", "2", "3", "4"}) {
            List<Point> captures = new ArrayList<>();
            Position position = Position.read("test_" + problem + ".txt");
            for (Point point : position.empty()) {
                if (position.played(point).stones() <= position.stones()) {
                    captures.add(point);
                }
            }
            System.out.println("Problem " + problem + ": forward on step:" + captures);
        }
        List<Point> legal = new ArrayList<>();
        Position position = Position.read("test_5.txt");
        for (Point point : position.empty()) {
            if (position.played(point).breathes(point)) {
                legal.add(point);
            }
        }
        System.out.println("Problem 5: all possible position:" + legal);
    }
}
