"""The small structured language that compiles to grid and tape machines."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package

if TYPE_CHECKING:  # loaded when first used
    from turingrad.language.explain import explain_program as explain_program
    from turingrad.language.program import compile_program as compile_program

__getattr__, __all__ = lazy_package(__name__, __file__)
