// Alpha-beta in C++17, five plies deep and to the end of the game when it is near; keeps the ply in a file.
#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

constexpr int POINTS = 25, PASS = 25, LAST = 24, DEPTH = 5, NEAR = 7, WIN = 100000;

using Board = std::array<int, POINTS>;

static std::vector<int> beside(int point)
{
    std::vector<int> found;
    if (point >= 5) found.push_back(point - 5);
    if (point < 20) found.push_back(point + 5);
    if (point % 5 > 0) found.push_back(point - 1);
    if (point % 5 < 4) found.push_back(point + 1);
    return found;
}

static const std::vector<std::vector<int>> BESIDE = [] {
    std::vector<std::vector<int>> all;
    for (int point = 0; point < POINTS; point++) all.push_back(beside(point));
    return all;
}();

// The chain of a stone; empty when it has a liberty.
static std::vector<int> dead_chain(const Board &board, int stone)
{
    std::vector<int> chain{stone};
    std::array<bool, POINTS> seen{};
    seen[stone] = true;
    for (std::size_t i = 0; i < chain.size(); i++)
        for (int other : BESIDE[chain[i]]) {
            if (board[other] == 0) return {};
            if (board[other] == board[stone] && !seen[other]) {
                seen[other] = true;
                chain.push_back(other);
            }
        }
    return chain;
}

// Plays on `board`; false for suicide and for taking back a ko.
static bool play(Board &board, const Board &before, int point, int colour)
{
    bool captured = false;
    board[point] = colour;
    for (int other : BESIDE[point])
        if (board[other] == 3 - colour)
            for (int dead : dead_chain(board, other)) {
                board[dead] = 0;
                captured = true;
            }
    return captured ? board != before : dead_chain(board, point).empty();
}

// How good a board is for the player who moves.
static int value(const Board &board, int colour, bool over)
{
    int stones = 0, liberties = 0;
    for (int point = 0; point < POINTS; point++) {
        if (board[point]) {
            stones += board[point] == 1 ? 2 : -2;
            continue;
        }
        bool near[3] = {};
        for (int other : BESIDE[point]) near[board[other]] = true;
        liberties += near[1] - near[2];
    }
    const int black = over ? (stones > 5 ? WIN : -WIN) + stones : 20 * stones + 7 * liberties;
    return colour == 1 ? black : -black;
}

struct Found {
    int score, move;
};

static Found search(const Board &board, const Board &before, int colour, int ply, int depth, int alpha, int beta)
{
    static const int order[] = {12, 7, 11, 13, 17, 6, 8, 16, 18, 2, 10, 14, 22, 1, 3, 5, 9, 15, 19, 21, 23, 0, 4, 20, 24, PASS};
    if (ply > LAST || depth == 0) return {value(board, colour, ply > LAST), PASS};
    Found best{-10 * WIN, PASS};
    for (int move : order) {
        Board after = board;
        if (move != PASS && (board[move] || !play(after, before, move, colour))) continue;
        const bool over = move == PASS && board == before;
        const int score = over ? value(board, colour, true)
                               : -search(after, board, 3 - colour, ply + 1, depth - 1, -beta, -alpha).score;
        if (score > best.score) best = {score, move};
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    return best;
}

static Board read_board(std::istream &in)
{
    Board board{};
    std::string row;
    for (int i = 0; i < 5 && in >> row; i++)
        for (int j = 0; j < 5; j++) board[5 * i + j] = row[j] - '0';
    return board;
}

static int ply_of(const Board &before, int colour)
{
    int ply = colour, kept = 0;
    if (std::ifstream("ply.txt") >> kept && before != Board{}) ply = kept + 2;
    std::ofstream("ply.txt") << ply << '\n';
    return ply;
}

int main()
{
    std::ifstream in("input.txt");
    int colour = 1;
    in >> colour;
    const Board before = read_board(in), now = read_board(in);
    const int ply = ply_of(before, colour), left = LAST + 1 - ply;
    const int move = ply == 1 ? 12 : search(now, before, colour, ply, left <= NEAR ? left : DEPTH, -20 * WIN, 20 * WIN).move;
    std::ofstream out("output.txt");
    if (move == PASS) out << "PASS";
    else out << move / 5 << ',' << move % 5;
}
