// Right. Java; floods each empty region with a queue of its own.
import java.io.IOException;

public class Score {
    private static byte[] board;
    private static int size;

    public static void main(String[] words) throws IOException {
        byte[] input = System.in.readAllBytes();
        board = new byte[input.length];
        int points = 0;
        for (byte letter : input) {
            if (letter == 'X' || letter == 'O' || letter == '-') {
                board[points++] = letter;
            }
        }
        size = (int) Math.round(Math.sqrt(points));
        int black = 0;
        int white = 0;
        for (int point = 0; point < points; point++) {
            if (board[point] == 'X') {
                black++;
            } else if (board[point] == 'O') {
                white++;
            } else if (board[point] == '-') {
                Region region = flood(point);
                black += region.reachesBlack && !region.reachesWhite ? region.points : 0;
                white += region.reachesWhite && !region.reachesBlack ? region.points : 0;
            }
        }
        String winner = black > white ? "B+" : "W+";
        System.out.println(black == white ? "Jigo" : winner + Math.abs(black - white));
    }

    private static class Region {
        int points;
        boolean reachesBlack;
        boolean reachesWhite;
    }

    private static Region flood(int start) {
        Region region = new Region();
        int[] queue = new int[size * size];
        queue[region.points++] = start;
        board[start] = '*';
        for (int done = 0; done < region.points; done++) {
            int point = queue[done];
            int row = point / size;
            int col = point % size;
            int[] beside = {
                row > 0 ? point - size : -1,
                row < size - 1 ? point + size : -1,
                col > 0 ? point - 1 : -1,
                col < size - 1 ? point + 1 : -1,
            };
            for (int other : beside) {
                if (other < 0) {
                    continue;
                }
                region.reachesBlack |= board[other] == 'X';
                region.reachesWhite |= board[other] == 'O';
                if (board[other] == '-') {
                    board[other] = '*';
                    queue[region.points++] = other;
                }
            }
        }
        return region;
    }
}
