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
3 8
5 1
6 3
8 7

test_5
0 0
0 1
0 2
0 7
0 8
1 0
1 1
1 3
1 8
3 6
3 8
4 0
4 6
4 8
5 4
5 5
6 8
7 5
8 1
8 5
"""

with open("answer.txt", "w") as file:
    file.write(ANSWER)
