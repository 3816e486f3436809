"""Picture files of strangers: looked at by their headers, then decoded in the sandbox."""
