# gtp --player greedy
# What a controller of GTP 2 says, errors among it: GoGui's regression tester runs this file too.
1 protocol_version
#? [2]
2 name
#? [gograde greedy]
3 version
#? [[0-9.]+]
4 known_command genmove
#? [true]
5 known_command fly
#? [false]
boardsize 20
7 boardsize 5
#? []
8 komi 2.5
#? []
clear_board

   # Comments, blank lines and control characters mean nothing.
9	genmove b	# a tab is a blank
#? [[A-E][1-5]]
10 genmove w
#? [[A-E][1-5]]
11 list_commands
#? [.*\bgenmove\b.*]
12 list_commands
#? [!.*\n\n.*]
fly
play w Z9
15 undo
#? []
undo
undo
17 final_score
#? [W\+2.5]
18 loadsgf taken.sgf
#? []
19 showboard
#? [   A B C D E\n 5 \. \. \. \. \. 5\n 4 .*]
20 final_score
#? [B\+22.5]
21 final_status_list alive
#? [A2\nB1]
22 final_status_list dead
#? []
play w A1
24 quit
#? []
