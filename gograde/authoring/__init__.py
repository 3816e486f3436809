"""What the author of an assignment calls: the spec, generation of cases, mutants, checks, figures."""
