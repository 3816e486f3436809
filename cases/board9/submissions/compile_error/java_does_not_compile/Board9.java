// Does not compile: a variable that was never declared.
public class Board9 {
    public static void main(String[] words) {
        System.out.println("Problem 0: rule checking:" + obeys);
    }
}
