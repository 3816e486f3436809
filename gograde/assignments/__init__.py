"""The assignments that ship, a folder each; `gograde.authoring.registry` says what a folder has."""
