// java Board.java FOLDER SEED: a board on each line of stdin, its rows apart by spaces; paints FOLDER/0.png and on.

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.Random;
import java.util.Scanner;
import javax.imageio.ImageIO;

public class Board {
    public static void main(String[] args) throws Exception {
        Scanner lines = new Scanner(System.in);
        for (int number = 0; lines.hasNextLine(); number++) {
            Random random = new Random(Long.parseLong(args[1]));
            String[] rows = lines.nextLine().split(" ");
            int step = 30 + random.nextInt(20), n = rows.length, m = rows[0].length();
            boolean smooth = random.nextBoolean(), names = random.nextBoolean();
            Color[] papers = {new Color(222, 184, 135), Color.LIGHT_GRAY, new Color(245, 222, 179), Color.ORANGE};
            BufferedImage image = new BufferedImage(step * (m + 1), step * (n + 1), BufferedImage.TYPE_INT_RGB);
            Graphics2D pen = image.createGraphics();
            pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING,
                smooth ? RenderingHints.VALUE_ANTIALIAS_ON : RenderingHints.VALUE_ANTIALIAS_OFF);
            pen.setColor(papers[random.nextInt(4)]);
            pen.fillRect(0, 0, image.getWidth(), image.getHeight());
            pen.setColor(Color.BLACK);
            pen.setStroke(new BasicStroke(1 + random.nextInt(2)));
            pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, step / 3));
            for (int r = 0; r < n; r++) pen.drawLine(step, step * (r + 1), step * m, step * (r + 1));
            for (int c = 0; c < m; c++) {
                pen.drawLine(step * (c + 1), step, step * (c + 1), step * n);
                if (names) pen.drawString("" + (char) ('A' + c), step * (c + 1) - step / 8, step / 3);
            }
            int size = step * (60 + random.nextInt(35)) / 100;
            for (int r = 0; r < n; r++)
                for (int c = 0; c < m; c++) {
                    char sign = rows[r].charAt(c);
                    if (sign == '.') continue;
                    int x = step * (c + 1) - size / 2, y = step * (r + 1) - size / 2;
                    pen.setColor(sign == 'X' ? Color.BLACK : Color.WHITE);
                    pen.fillOval(x, y, size, size);
                    pen.setColor(Color.DARK_GRAY);
                    pen.drawOval(x, y, size, size);
                }
            ImageIO.write(image, "png", new File(args[0], number + ".png"));
        }
    }
}
