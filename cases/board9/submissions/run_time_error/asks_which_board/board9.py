# Crashes: asks for the number of a board (ValueError).
number = int(input('board: '))
print('Problem', number, open('test_%d.txt' % number).read())
