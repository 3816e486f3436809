"""How long the leagues of a class take, told while it is graded."""
