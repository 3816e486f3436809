"""The steps of the workflow, one module a rule: each reads files, calls once and writes files."""
