# Wrong: knows the answers of the public boards by heart and looks at nothing.
ANSWER = """\
test_0
False

test_00
True

test_1
0 8

test_2
1 8

test_3
0 8

test_4
0 0
2 8
3 3
4 8
5 1
7 3
8 1

test_5
0 5
0 8
2 0
2 4
3 5
4 3
4 4
5 2
5 4
5 5
6 0
6 8
7 3
7 4
7 8
8 3
8 4
8 5
8 6
8 7
8 8
"""

with open("answer.txt", "w") as file:
    file.write(ANSWER)
