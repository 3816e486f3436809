# Crashes: the search only remembers where it came from, not where it has been, so it
# runs in circles on any 2x2 block (RecursionError). Right where there is none.
import numpy as np

file_tag = 'train'


def is_alive(go_arr, i, j, color, came_from):
    for x, y in [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]:
        if x < 0 or x > 8 or y < 0 or y > 8 or (x, y) == came_from:
            continue
        if go_arr[x, y] == 0:
            return True
        if go_arr[x, y] == color and is_alive(go_arr, x, y, color, (i, j)):
            return True
    return False


def dead(go_arr, color):
    return [(i, j) for i in range(9) for j in range(9)
            if go_arr[i, j] == color and not is_alive(go_arr, i, j, color, None)]


def step(go_arr, i, j):
    after = go_arr.copy()
    after[i, j] = 1
    eaten = dead(after, -1)
    for p in eaten:
        after[p] = 0
    return after, eaten


for index in ['0', '00', '1', '2', '3', '4', '5']:
    go_arr = np.zeros((9, 9), dtype=int)
    for line in open('%s_%s.txt' % (file_tag, index)):
        if line.strip():
            r, c, k = line.split()
            go_arr[int(r), int(c)] = int(k)
    free = [(i, j) for i in range(9) for j in range(9) if go_arr[i, j] == 0]
    if index in ['0', '00']:
        print('Problem %s: rule checking:%s' % (index, not dead(go_arr, 1) and not dead(go_arr, -1)))
    elif index == '5':
        ok = [p for p in free if p not in dead(step(go_arr, *p)[0], 1)]
        print('Problem 5: all possible position:%s' % ok)
    else:
        print('Problem %s: forward on step:%s' % (index, [p for p in free if step(go_arr, *p)[1]]))
