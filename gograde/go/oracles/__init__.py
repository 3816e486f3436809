"""Second, independent implementations, slow and straight from the definitions: what checks compare with."""
