# gtp --player greedy
# What a controller of GTP 2 says first, and the errors that it must get.
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
6 boardsize 20
#? [unacceptable size]
7 boardsize 5
#? []
8 komi 2.5
#? []
clear_board

   # Comments, blank lines and control characters mean nothing.
9	genmove b	# a tab is a blank
#? [[A-E][1-5]]
10 reg_genmove w
#? [[A-E][1-5]]
11 list_commands
#? [.*\bgenmove\b.*]
12 list_commands
#? [!.*\n\n.*]
13 fly
#? [unknown command]
14 play w Z9
#? [syntax error]
15 undo
#? []
16 undo
#? [cannot undo]
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
23 play w A1
#? [illegal move]
24 quit
#? []
