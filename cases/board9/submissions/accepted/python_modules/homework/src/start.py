"""Right. Several modules in a nested folder; submission.toml names this one as the entry."""

from files import AnswerFile, read
from rules import capturing_moves, obeys_the_rule, playable_points

if __name__ == "__main__":
    answers = AnswerFile("answer.txt", tag="test")
    for problem in ("0", "00"):
        answers.add(problem, [obeys_the_rule(read(problem))])
    for problem in ("1", "2", "3", "4"):
        answers.add(problem, capturing_moves(read(problem)))
    answers.add("5", playable_points(read("5")))
    answers.save()
