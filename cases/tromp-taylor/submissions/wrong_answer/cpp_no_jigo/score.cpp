// Wrong: an even game is called B+0.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

static std::vector<int> parent;

static int find(int point)
{
    while (parent[point] != point)
        point = parent[point] = parent[parent[point]];
    return point;
}

int main()
{
    std::string board;
    for (std::istreambuf_iterator<char> in(std::cin), end; in != end; ++in)
        if (*in == 'X' || *in == 'O' || *in == '-')
            board += *in;
    const int points = static_cast<int>(board.size()), size = static_cast<int>(std::lround(std::sqrt(points)));
    parent.resize(points);
    std::iota(parent.begin(), parent.end(), 0);
    const auto each_pair = [&](auto look) {
        for (int point = 0; point < points; point++) {
            if (point % size + 1 < size)
                look(point, point + 1);
            if (point + size < points)
                look(point, point + size);
        }
    };
    each_pair([&](int one, int other) {
        if (board[one] == '-' && board[other] == '-')
            parent[find(one)] = find(other);
    });
    std::vector<bool> black(points), white(points);
    const auto reach = [&](int point, int stone) {
        if (board[point] == '-' && board[stone] == 'X')
            black[find(point)] = true;
        if (board[point] == '-' && board[stone] == 'O')
            white[find(point)] = true;
    };
    each_pair([&](int one, int other) {
        reach(one, other);
        reach(other, one);
    });
    int lead = 0;
    for (int point = 0; point < points; point++) {
        const int region = find(point);
        lead += board[point] == 'X' ? 1 : board[point] == 'O' ? -1 : black[region] - white[region];
    }
    std::cout << (lead >= 0 ? "B+" : "W+") << std::abs(lead) << '\n';
}
