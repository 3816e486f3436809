#!/bin/sh
# Wrong: captures single stones only. A stone counts as taken when all four sides are
# closed by the other colour or the edge; chains are never looked at.
for n in 0 00 1 2 3 4 5; do
  echo "train_$n"
  awk -v n=$n '
    function at(r, c) { return (r < 0 || c < 0 || r > 8 || c > 8) ? 7 : b[r * 9 + c] + 0 }
    function closed(r, c, own) {
      return shut(at(r-1, c), own) && shut(at(r+1, c), own) && shut(at(r, c-1), own) && shut(at(r, c+1), own)
    }
    function shut(x, own) { return x == 7 || x == -own }
    function eats(r, c,   yes) {
      b[r * 9 + c] = 1
      yes = (at(r-1, c) == -1 && closed(r-1, c, -1)) || (at(r+1, c) == -1 && closed(r+1, c, -1)) ||
            (at(r, c-1) == -1 && closed(r, c-1, -1)) || (at(r, c+1) == -1 && closed(r, c+1, -1))
      b[r * 9 + c] = 0
      return yes
    }
    NF { b[$1 * 9 + $2] = $3 }
    END {
      ok = "True"
      for (r = 0; r < 9; r++) for (c = 0; c < 9; c++) {
        k = at(r, c)
        if (n < 1 && k != 0 && closed(r, c, k)) ok = "False"
        if (n >= 1 && k == 0 && (eats(r, c) || (n == 5 && !closed(r, c, 1)))) print r, c
      }
      if (n < 1) print ok
    }' "train_$n.txt"
  echo
done > answer_for_train.txt
