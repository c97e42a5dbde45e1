"""Grid learners of the library, written in the language."""
