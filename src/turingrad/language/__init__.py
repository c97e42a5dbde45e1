"""The small structured language that compiles to grid and tape machines."""

from turingrad.language.explain import explain_program
from turingrad.language.program import compile_program

__all__ = ["compile_program", "explain_program"]
