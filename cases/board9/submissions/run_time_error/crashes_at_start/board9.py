# Crashes at once: reads its boards from the folder they have on the author's computer.
boards = [open(r"C:\Users\me\Desktop\go\train_%d.txt" % n).read() for n in range(6)]
print("Problem 0: rule checking:True")
