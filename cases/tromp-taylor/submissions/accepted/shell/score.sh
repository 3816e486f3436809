#!/bin/sh
# Right. POSIX shell and awk: a point a line, then awk floods every empty region.
LC_ALL=C tr -cd 'XO-' | fold -w 1 | awk '
    { point[NR] = $1 }
    END {
        while (size * size < NR) size++
        for (i = 1; i <= NR; i++)
            if (point[i] == "-") flood(i)
            else score[point[i]]++
        lead = score["X"] - score["O"]
        if (lead > 0) print "B+" lead
        else if (lead < 0) print "W+" (-lead)
        else print "Jigo"
    }
    function flood(start,    top, i, points) {
        black = white = points = 0
        point[start] = "."
        stack[top = 1] = start
        while (top > 0) {
            i = stack[top--]
            points++
            if (i > size) top = look(i - size, top)
            if (i + size <= NR) top = look(i + size, top)
            if (i % size != 1 && size > 1) top = look(i - 1, top)
            if (i % size != 0) top = look(i + 1, top)
        }
        if (black && !white) score["X"] += points
        if (white && !black) score["O"] += points
    }
    function look(i, top) {
        if (point[i] == "X") black = 1
        else if (point[i] == "O") white = 1
        else if (point[i] == "-") {
            point[i] = "."
            stack[++top] = i
        }
        return top
    }'
