// The stones on the board: chains, liberties, captures.
#include "position.hpp"

static constexpr int SIZE = 9, BLACK = -1, WHITE = 1;

static std::vector<Point> neighbours(const Point &point)
{
    std::vector<Point> found;
    const int row = point.first, col = point.second;
    for (const Point &beside : {Point(row - 1, col), Point(row + 1, col), Point(row, col - 1), Point(row, col + 1)})
        if (beside.first >= 0 && beside.first < SIZE && beside.second >= 0 && beside.second < SIZE)
            found.push_back(beside);
    return found;
}

Position::Position(std::istream &in)
{
    int row, col, colour;
    while (in >> row >> col >> colour)
        colours[{row, col}] = colour;
}

std::vector<Point> Position::empty() const
{
    std::vector<Point> points;
    for (int row = 0; row < SIZE; row++)
        for (int col = 0; col < SIZE; col++)
            if (!colours.count({row, col}))
                points.emplace_back(row, col);
    return points;
}

std::set<Point> Position::chain(const Point &stone) const
{
    std::set<Point> found{stone};
    std::vector<Point> waiting{stone};
    while (!waiting.empty()) {
        const Point point = waiting.back();
        waiting.pop_back();
        for (const Point &beside : neighbours(point)) {
            const auto there = colours.find(beside);
            if (there != colours.end() && there->second == colours.at(stone) && found.insert(beside).second)
                waiting.push_back(beside);
        }
    }
    return found;
}

std::set<Point> Position::liberties(const Point &stone) const
{
    std::set<Point> found;
    for (const Point &point : chain(stone))
        for (const Point &beside : neighbours(point))
            if (!colours.count(beside))
                found.insert(beside);
    return found;
}

bool Position::obeys() const
{
    for (const auto &stone : colours)
        if (liberties(stone.first).empty())
            return false;
    return true;
}

int Position::play(const Point &move)
{
    colours[move] = WHITE;
    std::set<Point> dead;
    for (const auto &stone : colours)
        if (stone.second == BLACK && liberties(stone.first).empty())
            dead.insert(stone.first);
    for (const Point &point : dead)
        colours.erase(point);
    return static_cast<int>(dead.size());
}
