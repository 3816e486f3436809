"""Files of vectors that the program writes line by line."""

from go9 import solve

for name, (before, after) in solve().items():
    with open("problem%s.svg" % name, "w") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500">')
        for i in range(50, 500, 50):
            out.write('<path d="M50 %d H450 M%d 50 V450" stroke="black"/>' % (i, i))
        for (row, col), colour in after.items():
            fill = "black" if colour == -1 else "white"
            out.write('<circle cx="%d" cy="%d" r="20" fill="%s"/>' % (50 * col + 50, 50 * row + 50, fill))
        out.write("</svg>")
