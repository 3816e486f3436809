# Wrong: the program ends before its answer is in the file.
import os

file = open("output.txt", "w")
file.write("2,2")
os._exit(0)
