// Floods by recursion, a call a point: the stack ends before a large region does.
import java.io.IOException;
import java.util.stream.IntStream;

public class Score {
    private static final StringBuilder BOARD = new StringBuilder();
    private static int size;

    private static int flood(int row, int col, boolean[] reached) {
        if (row < 0 || row >= size || col < 0 || col >= size) {
            return 0;
        }
        char letter = BOARD.charAt(row * size + col);
        if (letter != '-') {
            reached[letter == 'X' ? 0 : 1] |= letter != '*';
            return 0;
        }
        BOARD.setCharAt(row * size + col, '*');
        return 1 + IntStream.of(-1, 1)
            .map(step -> flood(row + step, col, reached) + flood(row, col + step, reached))
            .sum();
    }

    public static void main(String[] words) throws IOException {
        for (byte letter : System.in.readAllBytes()) {
            if (letter == 'X' || letter == 'O' || letter == '-') {
                BOARD.append((char) letter);
            }
        }
        size = (int) Math.round(Math.sqrt(BOARD.length()));
        int lead = 0;
        for (int point = 0; point < size * size; point++) {
            char letter = BOARD.charAt(point);
            lead += letter == 'X' ? 1 : letter == 'O' ? -1 : 0;
            if (letter == '-') {
                boolean[] reached = new boolean[2];
                int points = flood(point / size, point % size, reached);
                lead += reached[0] == reached[1] ? 0 : reached[0] ? points : -points;
            }
        }
        System.out.println(lead == 0 ? "Jigo" : (lead > 0 ? "B+" : "W+") + Math.abs(lead));
    }
}
