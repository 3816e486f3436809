# Crashes: asks a person for the move (EOFError).
move = input('row,column: ')
open('output.txt', 'w').write(move)
