"""Second, independent implementations for checks: slow, and straight from the definitions."""
