#!/bin/sh
# Plays games of my_player.py against another program, with black and with white:
#
#     sh build.sh [GAMES] [OPPONENT]
#
# GAMES is the number of games with each colour.

games=${1:-5}
opponent=${2:-random_player.py}
player=my_player.py

stop() {
    echo "build.sh: $1" >&2
    exit 3
}

cd "$(dirname "$0")" || exit 3
python=$(command -v python3 || command -v python) || stop "there is no Python"
case $games in
    "" | *[!0-9]*) stop "$games is no number of games" ;;
esac
[ -f "$player" ] || stop "there is no $player: copy random_player.py, and make it better"
[ -f "$opponent" ] || stop "there is no $opponent"

# Sets won to 1 or 2.  The host says who won twice, in print and as its exit status: a host that is missing or
# fails gives nobody a game.
play() {
    won=$("$python" host.py --black "$1" --white "$2")
    case "$won:$?" in
        1:1 | 2:2) ;;
        *) stop "the host failed" ;;
    esac
}

as_black=0
as_white=0
game=0
while [ "$game" -lt "$games" ]; do
    game=$((game + 1))
    play "$player" "$opponent"
    [ "$won" = 1 ] && as_black=$((as_black + 1))
    play "$opponent" "$player"
    [ "$won" = 2 ] && as_white=$((as_white + 1))
done
echo "$player against $opponent: won $as_black of $games with black, $as_white of $games with white"
