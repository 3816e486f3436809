#!/bin/sh
# Wrong: gives a region to the colour that has more stones beside it, even if the other has some.
LC_ALL=C tr -cd 'XO-' | fold -w 1 | awk '
function meet(p) {
    if (b[p] == "-") { b[p] = "v"; queue[++tail] = p }
    else if (b[p] == "X") lead++
    else if (b[p] == "O") lead--
}
{ b[NR] = $1; total += ($1 == "X") - ($1 == "O") }
END {
    while (n * n < NR) n++
    for (i = 1; i <= NR; i++) {
        if (b[i] != "-") continue
        lead = tail = 0
        meet(i)
        for (head = 1; head <= tail; head++) {
            p = queue[head]
            if (p > n) meet(p - n)
            if (p + n <= NR) meet(p + n)
            if (p % n != 1 && n > 1) meet(p - 1)
            if (p % n != 0) meet(p + 1)
        }
        if (lead > 0) total += tail
        if (lead < 0) total -= tail
    }
    if (total > 0) print "B+" total
    else if (total < 0) print "W+" (-total)
    else print "Jigo"
}'
