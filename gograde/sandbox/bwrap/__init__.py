"""The back end with namespaces, made by bubblewrap."""
