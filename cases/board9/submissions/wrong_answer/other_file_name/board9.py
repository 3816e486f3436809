# Wrong: its answers are in a file whose name does not begin with answer.
with open("result.txt", "w") as file:
    for name in ("0", "00", "1", "2", "3", "4", "5"):
        file.write("test_%s\n\n" % name)
