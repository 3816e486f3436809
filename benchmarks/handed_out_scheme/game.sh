# A game of black.py against white.py in this folder, by the Python named; the exit code tells the winner.
python=$1 ply=0
printf '1\n00000\n00000\n00000\n00000\n00000\n00000\n00000\n00000\n00000\n00000' >input.txt
while :; do
    for player in black white; do
        ply=$((ply + 1))
        rm -f output.txt
        "$python" -s -B $player.py
        "$python" -s -B judge.py -m $ply || exit $?
    done
done
