// Right. C++17, two sources, answers printed. Liberties are sets of points.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "position.hpp"

static std::vector<Point> moves(const std::string &problem, bool captures)
{
    std::ifstream in("test_" + problem + ".txt");
    const Position position(in);
    std::vector<Point> found;
    for (const Point &point : position.empty()) {
        Position after = position;
        const int captured = after.play(point);
        if (captures ? captured > 0 : !after.liberties(point).empty())
            found.push_back(point);
    }
    return found;
}

static void print(const std::string &head, const std::vector<Point> &points)
{
    std::cout << head << '[';
    for (std::size_t i = 0; i < points.size(); i++)
        std::cout << (i ? ", " : "") << '(' << points[i].first << ", " << points[i].second << ')';
    std::cout << "]\n";
}

int main()
{
    for (const std::string problem : {"0", "00"}) {
        std::ifstream in("test_" + problem + ".txt");
        std::cout << "Problem " << problem << ": rule checking:" << (Position(in).obeys() ? "True" : "False") << '\n';
    }
    for (const std::string problem : {"1", "2", "3", "4"})
        print("Problem " + problem + ": forward on step:", moves(problem, true));
    print("Problem 5: all possible position:", moves("5", false));
}
