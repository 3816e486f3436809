"""The assignments that ship, one per folder; `gograde.authoring.registry` describes the folders."""
