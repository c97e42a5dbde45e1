"""The small structured language that compiles to grid and tape machines."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_getattr

if TYPE_CHECKING:  # at run time a name is loaded when it is first asked for: the library reads programs without it
    from turingrad.language.explain import explain_program as explain_program
    from turingrad.language.program import compile_program as compile_program

_HOMES = {
    "compile_program": "turingrad.language.program",
    "explain_program": "turingrad.language.explain",
}
__all__ = ["compile_program", "explain_program"]
__getattr__ = lazy_getattr(__name__, _HOMES)
