"""From scores to marks: lateness, corrections by a person, and the gradebook."""
