# Crashes: a backslash does not stand between folders here (FileNotFoundError).
print('Problem 1:', open('.\\test_1.txt').read())
