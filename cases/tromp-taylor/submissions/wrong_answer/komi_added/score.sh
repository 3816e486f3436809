#!/bin/sh
# Wrong: gives White a komi of 7.5 points, so that nobody ever draws.
tr -cd 'XO-' | fold -w 1 | awk '
    { b[NR] = $0 }
    END {
        for (n = 0; n * n < NR; n++);
        white = 7.5
        for (i = 1; i <= NR; i++) {
            if (b[i] == "X") black++
            if (b[i] == "O") white++
            if (b[i] == "-") {
                b[i] = 0; todo[1] = i; k = 1; size = 0; x = 0; o = 0
                while (k) {
                    p = todo[k--]; size++
                    m = 0
                    if (p > n) q[++m] = p - n
                    if (p <= NR - n) q[++m] = p + n
                    if ((p - 1) % n) q[++m] = p - 1
                    if (p % n) q[++m] = p + 1
                    for (j = 1; j <= m; j++) {
                        if (b[q[j]] == "X") x = 1
                        if (b[q[j]] == "O") o = 1
                        if (b[q[j]] == "-") { b[q[j]] = 0; todo[++k] = q[j] }
                    }
                }
                if (x > o) black += size
                if (o > x) white += size
            }
        }
        if (black > white) print "B+" (black - white)
        else print "W+" (white - black)
    }'
