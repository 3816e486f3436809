// Wrong: at problem 5 liberties are looked at before the captured stones are taken off.
import java.io.File;
import java.io.IOException;
import java.util.Scanner;

class Board9 {
    static final int[][] STEPS = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    static int[][] read(String problem) throws IOException {
        int[][] board = new int[9][9];
        try (Scanner in = new Scanner(new File("test_" + problem + ".txt"))) {
            while (in.hasNextInt()) {
                board[in.nextInt()][in.nextInt()] = in.nextInt();
            }
        }
        return board;
    }

    static boolean breathes(int[][] board, int row, int col, int colour, boolean[][] seen) {
        if (row < 0 || row > 8 || col < 0 || col > 8 || seen[row][col]) {
            return false;
        }
        if (board[row][col] == 0) {
            return true;
        }
        if (board[row][col] != colour) {
            return false;
        }
        seen[row][col] = true;
        for (int[] step : STEPS) {
            if (breathes(board, row + step[0], col + step[1], colour, seen)) {
                return true;
            }
        }
        return false;
    }

    static boolean dead(int[][] board, int row, int col) {
        return board[row][col] != 0 && !breathes(board, row, col, board[row][col], new boolean[9][9]);
    }

    static boolean captures(int[][] board) {
        for (int row = 0; row < 9; row++) {
            for (int col = 0; col < 9; col++) {
                if (board[row][col] == -1 && dead(board, row, col)) {
                    return true;
                }
            }
        }
        return false;
    }

    static String points(String problem) throws IOException {
        int[][] board = read(problem);
        StringBuilder found = new StringBuilder();
        for (int row = 0; row < 9; row++) {
            for (int col = 0; col < 9; col++) {
                if (board[row][col] != 0) {
                    continue;
                }
                board[row][col] = 1;
                if (problem.equals("5") ? !dead(board, row, col) : captures(board)) {
                    found.append("(" + row + ", " + col + ")");
                }
                board[row][col] = 0;
            }
        }
        return "[" + found.toString().replace(")(", "), (") + "]";
    }

    public static void main(String[] words) throws IOException {
        for (String problem : new String[] {"0", "00"}) {
            boolean obeys = true;
            int[][] board = read(problem);
            for (int point = 0; point < 81; point++) {
                obeys &= !dead(board, point / 9, point % 9);
            }
            System.out.println("Problem " + problem + ": rule checking:" + (obeys ? "True" : "False"));
        }
        for (String problem : new String[] {"1", "2", "3", "4"}) {
            System.out.println("Problem " + problem + ": forward on step:" + points(problem));
        }
        System.out.println("Problem 5: all possible position:" + points("5"));
    }
}
