"""What there is to do in a class, and Snakemake over it."""
