// The stones on the board.
#pragma once
#include <istream>
#include <map>
#include <set>
#include <utility>
#include <vector>

using Point = std::pair<int, int>;

class Position {
public:
    explicit Position(std::istream &in);
    bool obeys() const;
    std::vector<Point> empty() const;
    std::set<Point> liberties(const Point &stone) const;
    int play(const Point &move); // by White; returns the number of captured stones

private:
    std::map<Point, int> colours;
    std::set<Point> chain(const Point &stone) const;
};
