"""Links, dragons, life and death, and the fields of both sides; `docs/engine.md` has the definitions."""
