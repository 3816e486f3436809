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
0 2
0 6
0 7
1 3
1 6
1 8
2 6
3 3
4 6
5 4
7 1
8 3
"""

with open("answer.txt", "w") as file:
    file.write(ANSWER)
