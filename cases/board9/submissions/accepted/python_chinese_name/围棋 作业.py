# -*- coding: utf-8 -*-
# 正确。文件名是中文并带空格；从程序所在的文件夹读棋盘；只打印答案。
# (Right. A Chinese file name with a blank; reads the boards beside the program; prints.)
import os

文件夹 = os.path.dirname(os.path.abspath(__file__))
黑, 空, 白 = -1, 0, 1


def 读取(题号):
    棋盘 = [[空] * 9 for _ in range(9)]
    with open(os.path.join(文件夹, 'test_' + 题号 + '.txt'), encoding='utf-8') as 文件:
        for 一行 in 文件:
            if 一行.strip():
                行, 列, 颜色 = [int(数) for 数 in 一行.split()]
                棋盘[行][列] = 颜色
    return 棋盘


def 邻点(行, 列):
    return [(r, c) for r, c in [(行 - 1, 列), (行 + 1, 列), (行, 列 - 1), (行, 列 + 1)] if 0 <= r < 9 and 0 <= c < 9]


def 块与气(棋盘, 行, 列):
    块, 气, 待查 = set(), set(), [(行, 列)]
    while 待查:
        点 = 待查.pop()
        if 点 in 块:
            continue
        块.add(点)
        for r, c in 邻点(*点):
            if 棋盘[r][c] == 空:
                气.add((r, c))
            elif 棋盘[r][c] == 棋盘[行][列]:
                待查.append((r, c))
    return 块, 气


def 合规(棋盘):
    return all(块与气(棋盘, r, c)[1] for r in range(9) for c in range(9) if 棋盘[r][c] != 空)


def 提子(棋盘, 行, 列):
    死子 = set()
    for r, c in 邻点(行, 列):
        if 棋盘[r][c] == 黑:
            块, 气 = 块与气(棋盘, r, c)
            if 气 == {(行, 列)}:
                死子 |= 块
    return 死子


def 可落子(棋盘, 行, 列):
    if 提子(棋盘, 行, 列):
        return True
    for r, c in 邻点(行, 列):
        if 棋盘[r][c] == 空:
            return True
        if 棋盘[r][c] == 白 and len(块与气(棋盘, r, c)[1]) > 1:
            return True
    return False


空点 = lambda 棋盘: [(r, c) for r in range(9) for c in range(9) if 棋盘[r][c] == 空]

for 题号 in ('0', '00'):
    print('Problem %s: rule checking:%s' % (题号, 合规(读取(题号))))
for 题号 in '1234':
    棋盘 = 读取(题号)
    print('Problem %s: forward on step:%s' % (题号, [点 for 点 in 空点(棋盘) if 提子(棋盘, *点)]))
棋盘 = 读取('5')
print('Problem 5: all possible position:%s' % [点 for 点 in 空点(棋盘) if 可落子(棋盘, *点)])
