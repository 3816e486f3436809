"""For authors of assignments: specs, generation of cases, mutants, checks and figures."""
