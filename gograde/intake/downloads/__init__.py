"""What learning systems hand out for a whole class: read by names, sorted into submissions, never opened."""
