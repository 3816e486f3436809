"""The limits of a run: what the kernel holds, what is watched, and who runs again alone."""
