#!/bin/sh
# Passes always.  As black it ends the game with its first move, and loses it by komi.
printf PASS > output.txt
