// Alpha-beta in Java, four plies deep and to the end of the game when it is near; keeps the ply in a file.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

public class MyPlayer {
    static final int POINTS = 25;
    static final int PASS = 25;
    static final int LAST = 24;
    static final int DEPTH = 4;
    static final int NEAR = 6;
    static final int WIN = 100000;
    static final int[] ORDER = {
        12, 7, 11, 13, 17, 6, 8, 16, 18, 2, 10, 14, 22, 1, 3, 5, 9, 15, 19, 21, 23, 0, 4, 20, 24, PASS
    };
    static final int[][] BESIDE = new int[POINTS][];

    static {
        for (int point = 0; point < POINTS; point++) {
            int here = point;
            BESIDE[point] = Arrays.stream(new int[] {point - 5, point + 5, point - 1, point + 1})
                .filter(other -> other >= 0 && other < POINTS && (other / 5 == here / 5 || other % 5 == here % 5))
                .toArray();
        }
    }

    /** Marks the chain of a stone in `chain`; false when it has a liberty. */
    static boolean dead(int[] board, int stone, boolean[] chain) {
        chain[stone] = true;
        for (int other : BESIDE[stone]) {
            if (board[other] == 0 || (board[other] == board[stone] && !chain[other] && !dead(board, other, chain))) {
                return false;
            }
        }
        return true;
    }

    /** The board after a move; null for suicide and for taking back a ko. */
    static int[] played(int[] board, int[] before, int point, int colour) {
        int[] after = board.clone();
        boolean captured = false;
        after[point] = colour;
        for (int other : BESIDE[point]) {
            boolean[] chain = new boolean[POINTS];
            if (after[other] == 3 - colour && dead(after, other, chain)) {
                captured = true;
                for (int stone = 0; stone < POINTS; stone++) {
                    after[stone] = chain[stone] ? 0 : after[stone];
                }
            }
        }
        boolean legal = captured ? !Arrays.equals(after, before) : !dead(after, point, new boolean[POINTS]);
        return legal ? after : null;
    }

    /** How good a board is for the player who moves. */
    static int value(int[] board, int colour, boolean over) {
        int stones = 0;
        int liberties = 0;
        for (int point = 0; point < POINTS; point++) {
            if (board[point] != 0) {
                stones += board[point] == 1 ? 2 : -2;
                continue;
            }
            boolean black = false;
            boolean white = false;
            for (int other : BESIDE[point]) {
                black |= board[other] == 1;
                white |= board[other] == 2;
            }
            liberties += (black ? 1 : 0) - (white ? 1 : 0);
        }
        int black = over ? (stones > 5 ? WIN : -WIN) + stones : 20 * stones + 7 * liberties;
        return colour == 1 ? black : -black;
    }

    static int best = PASS;

    /** The score of the best move; `best` is that move afterwards. */
    static int search(int[] board, int[] before, int colour, int ply, int depth, int alpha, int beta) {
        if (ply > LAST || depth == 0) {
            return value(board, colour, ply > LAST);
        }
        int top = -10 * WIN;
        int found = PASS;
        for (int move : ORDER) {
            int[] after = move == PASS ? board : board[move] != 0 ? null : played(board, before, move, colour);
            if (after == null) {
                continue;
            }
            boolean over = move == PASS && Arrays.equals(board, before);
            int score = over
                ? value(board, colour, true)
                : -search(after, board, 3 - colour, ply + 1, depth - 1, -beta, -alpha);
            if (score > top) {
                top = score;
                found = move;
            }
            alpha = Math.max(alpha, score);
            if (alpha >= beta) {
                break;
            }
        }
        best = found;
        return top;
    }

    static int[] board(List<String> rows) {
        return String.join("", rows).chars().map(letter -> letter - '0').toArray();
    }

    static int ply(int[] before, int colour) throws IOException {
        Path kept = Path.of("ply.txt");
        boolean first = Arrays.stream(before).allMatch(point -> point == 0) || !Files.exists(kept);
        int ply = first ? colour : Integer.parseInt(Files.readString(kept).trim()) + 2;
        Files.writeString(kept, ply + "\n");
        return ply;
    }

    public static void main(String[] words) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("input.txt"));
        int colour = Integer.parseInt(lines.get(0).trim());
        int[] before = board(lines.subList(1, 6));
        int[] now = board(lines.subList(6, 11));
        int ply = ply(before, colour);
        int left = LAST + 1 - ply;
        search(now, before, colour, ply, left <= NEAR ? left : DEPTH, -20 * WIN, 20 * WIN);
        int move = ply == 1 ? 12 : best;
        Files.writeString(Path.of("output.txt"), move == PASS ? "PASS" : move / 5 + "," + move % 5);
    }
}
