"""A kind of machine and a construction of the tests' own, each one folder: what CONTRIBUTING.md asks of new ones."""
