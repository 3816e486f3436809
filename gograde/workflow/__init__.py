"""The plan and the steps of grading a class, and the Snakemake workflow that runs them."""
