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
"""
LEGAL = "05 08 20 24 35 43 44 52 54 55 60 68 73 74 78 83 84 85 86 87 88"

with open("answer.txt", "w") as file:
    file.write(ANSWER + "".join(f"{row} {col}\n" for row, col in LEGAL.split()))
