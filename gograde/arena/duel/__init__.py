"""Games on boards of other sizes than the course's, by the rules of Go with area score."""
