# -*- coding: utf-8 -*-
# Right. Python 2.7, as the course once handed it out: print statements, Tkinter, tabs and blanks mixed.
from Tkinter import *
import tkMessageBox

tag = 'test'
N = 9


def load(name):
	stones = {}
	for line in file_lines(name):
		if line.strip():
			r, c, v = map(int, line.split())
			stones[(r, c)] = v
	return stones


def file_lines(name):
	f = open(name)
	try:
		return f.readlines()
	finally:
		f.close()


def show(stones, title):
	top = Tk()
	top.title(title)
	paper = Canvas(top, width=500, height=500, bg='#F7DCB4')
	for k in xrange(1, N + 1):
		paper.create_line(50, 50 * k, 450, 50 * k)
		paper.create_line(50 * k, 50, 50 * k, 450)
	for (r, c), v in stones.iteritems():
		x, y = 50 * (c + 1), 50 * (r + 1)
		fill = {-1: 'black', 1: 'white'}[v]
		paper.create_oval(x - 20, y - 20, x + 20, y + 20, fill=fill)
	paper.pack()
	top.mainloop()


def around((r, c)):
	return [(r + a, c + b) for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0))
		if 0 <= r + a < N and 0 <= c + b < N]


def group(stones, start):
        # this function is indented with blanks
        seen = {start: 1}
        todo = [start]
        free = {}
        while todo:
                for q in around(todo.pop()):
                        if not stones.has_key(q):
                                free[q] = 1
                        elif stones[q] == stones[start] and not seen.has_key(q):
                                seen[q] = 1
                                todo.append(q)
        return seen.keys(), free.keys()


def rule(stones):
	for p in stones.keys():
		if len(group(stones, p)[1]) == 0:
			return False
	return True


def eats(stones, p):
	new = stones.copy()
	new[p] = 1
	dead = []
	for q in around(p):
	        # eight blanks after a tab-indented line, which Python 2 takes
		if new.get(q) == -1 and not group(new, q)[1]:
			dead += group(new, q)[0]
	return new, dead


def all_points(stones):
	return [(r, c) for r in range(N) for c in range(N) if not stones.has_key((r, c))]


def captures(stones):
	good = filter(lambda p: eats(stones, p)[1], all_points(stones))
	after = stones.copy()
	for p in good:
		after[p] = 1
	dead = [p for p in stones.keys() if stones[p] == -1 and not group(after, p)[1]]
	for p in dead:
		del after[p]
	return good, after


def may_play(stones, p):
	new, dead = eats(stones, p)
	return len(dead) > 0 or len(group(new, p)[1]) > 0


for number in ['0', '00']:
	board = load('%s_%s.txt' % (tag, number))
	answer = rule(board)
	print '[%s]Problem %s: rule checking:%s' % (tag, number, answer)
	show(board, 'Problem %s=>%s' % (number, answer))

for number in ['1', '2', '3', '4']:
	board = load('%s_%s.txt' % (tag, number))
	answer, after = captures(board)
	print '[%s]Problem %s: forward on step:%s' % (tag, number, answer)
	show(board, 'Problem ' + number)
	show(after, 'Problem ' + number + ' after')

board = load('%s_5.txt' % tag)
print '[%s]Problem 5: all possible position:%r' % (tag, filter(lambda p: may_play(board, p), all_points(board)))
