"""The choice of a move: urgent moves by reading, large moves by the situation, the end by fields."""
