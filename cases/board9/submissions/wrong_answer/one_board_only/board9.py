# Wrong: answers the first of the seven questions only.
open('test_0.txt').read()
print('Problem 0: rule checking:False')
