"""The steps of the workflow, one module for each rule: read files, call one function, write files."""
