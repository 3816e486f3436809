# Crashes: the file is input.txt, in small letters (FileNotFoundError).
board = open('Input.txt').read()
open('output.txt', 'w').write('2,2')
