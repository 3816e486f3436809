# Right. In the manner of the course: numpy matrix, a tkinter window for every board
# (14 of them), file_tag fixed to 'train', the answers also printed.
import numpy as np
from tkinter import *
from tkinter.font import Font
from tkinter.messagebox import *

file_tag = 'train'
answer_name = 'answer_for_' + file_tag + '_try.txt'

moves = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]])


def read_go(file_name):
    go_arr = np.zeros((9, 9), dtype=int)
    for line in open(file_name):
        line = line.strip()
        if len(line) == 0:
            continue
        row, col, color = line.split()
        go_arr[int(row), int(col)] = int(color)
    return go_arr


def plot_go(go_arr, txt='Default'):
    root = Tk()
    root.title(txt)
    cv = Canvas(root, width=500, height=500, bg='#F7DCB4')
    cv.create_text(250, 20, text=txt, font=Font(family='Times', size=14))
    for i in range(9):
        cv.create_line(50 + 50 * i, 50, 50 + 50 * i, 450)
        cv.create_line(50, 50 + 50 * i, 450, 50 + 50 * i)
    for i in range(9):
        for j in range(9):
            if go_arr[i, j] != 0:
                fill = 'black' if go_arr[i, j] == -1 else 'white'
                x, y = 50 * (j + 1), 50 * (i + 1)
                cv.create_oval(x - 20, y - 20, x + 20, y + 20, fill=fill)
    cv.pack(side=LEFT, fill=BOTH)
    root.mainloop()


def on_board(p):
    return (p >= 0).all() and (p < 9).all()


def is_alive(check_state, go_arr, i, j, color):
    """Mark the chain of (i, j) in check_state; True when it has a liberty."""
    check_state[i, j] = 1
    alive = False
    for p in np.array([i, j]) + moves:
        if not on_board(p):
            continue
        a, b = p
        if go_arr[a, b] == 0:
            alive = True
        elif go_arr[a, b] == color and check_state[a, b] == 0:
            if is_alive(check_state, go_arr, a, b, color):
                alive = True
    return alive


def go_judge(go_arr):
    check_state = np.zeros((9, 9), dtype=int)
    for i, j in np.argwhere(go_arr != 0):
        if check_state[i, j] == 0 and not is_alive(check_state, go_arr, i, j, go_arr[i, j]):
            return False
    return True


def remove_dead(go_arr, color):
    result = go_arr.copy()
    for i, j in np.argwhere(go_arr == color):
        if not is_alive(np.zeros((9, 9)), go_arr, i, j, color):
            result[i, j] = 0
    return result


def user_step_eat(go_arr):
    ans = []
    for i, j in np.argwhere(go_arr == 0):
        trial = go_arr.copy()
        trial[i, j] = 1
        if (remove_dead(trial, -1) != trial).any():
            ans.append((i, j))
    after = go_arr.copy()
    for i, j in ans:
        after[i, j] = 1
    return ans, remove_dead(after, -1)


def user_step_possible(go_arr):
    ans = []
    for i, j in np.argwhere(go_arr == 0):
        trial = go_arr.copy()
        trial[i, j] = 1
        trial = remove_dead(trial, -1)
        if is_alive(np.zeros((9, 9)), trial, i, j, 1):
            ans.append((i, j))
    return ans


def write(f, index, lines):
    f.write(file_tag + '_' + index + '\n')
    for line in lines:
        f.write(line + '\n')
    f.write('\n')


if __name__ == '__main__':
    f = open(answer_name, 'w+')
    for index in ['0', '00', '1', '2', '3', '4', '5']:
        go_arr = read_go('%s_%s.txt' % (file_tag, index))
        plot_go(go_arr, 'Problem ' + index)
        if index in ('0', '00'):
            verdict = go_judge(go_arr)
            print('[%s]Problem %s: rule checking:%s' % (file_tag, index, verdict))
            write(f, index, [str(verdict)])
            plot_go(go_arr, 'Problem %s: %s' % (index, verdict))
        elif index == '5':
            ans = user_step_possible(go_arr)
            print('[%s]Problem 5: all possible position:%s' % (file_tag, ans))
            write(f, index, ['%d %d' % p for p in ans])
            plot_go(go_arr, 'Problem 5, that was all')
        else:
            ans, after = user_step_eat(go_arr)
            print('[%s]Problem %s: forward on step:%s' % (file_tag, index, ans))
            write(f, index, ['%d %d' % p for p in ans])
            plot_go(after, 'Problem %s, after' % index)
    f.close()
