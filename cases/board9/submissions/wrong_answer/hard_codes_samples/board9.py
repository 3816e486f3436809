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
4 5

test_4
1 5
2 1
2 8
3 3
4 1
7 8

test_5
0 4
0 5
0 6
1 2
1 5
1 6
1 7
2 0
2 4
2 5
2 8
3 0
3 1
3 2
3 8
4 0
4 1
4 5
5 3
5 7
5 8
6 3
6 6
6 7
7 6
7 7
8 1
8 2
8 3
8 8
"""

with open("answer.txt", "w") as file:
    file.write(ANSWER)
