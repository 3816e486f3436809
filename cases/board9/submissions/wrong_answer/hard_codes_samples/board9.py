# Wrong: knows the answers of the public boards by heart and looks at nothing.
ANSWER = """\
PUT THE ANSWERS OF THE SAMPLE HERE
"""

with open("answer.txt", "w") as file:
    file.write(ANSWER)
