"""Commands of `gograde cases` that write a package's texts for others."""
