"""Boards read from pictures: each picture is compared with the board it should show.

A picture is decided only when it is explained (`explain`): accepted when the board asked for explains it,
and rejected when another board does, at a lattice that is known to be the right one.  Everything else is
doubtful, which asks for a person.  A `Reader` reads all pictures of one program, which share one style.
Equal pixels give equal readings.

The modules, in the order in which they import one another:

- question: questions and readings, the reasons for verdicts, likely wrong boards.
- search: proposes lattices, the places of a board's points at equal steps right and down.
- explain: whether a board explains what lies on a lattice.
- sight: what was seen in pictures, and the style that those of a program share.
- reader: the verdicts, by the shapes that were drawn and by the pixels.
"""
