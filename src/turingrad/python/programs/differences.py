"""Why a program may give what CPython does not give: the refusals that explain a difference."""

from __future__ import annotations

from turingrad.python.programs.arrays import differs_by_numpy, uses_arrays
from turingrad.python.programs.decode import ProgramFailure, is_library_attribute, unknown_attribute
from turingrad.python.programs.image import Image
from turingrad.python.programs.refusals import PythonProgramError, RefusedError
from turingrad.python.programs.verify import REPORT
from turingrad.python.programs.yields import CLEANED_UP


def order_shown(name: str) -> PythonProgramError:
    """The error of a result that CPython itself gives in one of several ways."""
    return PythonProgramError(
        f"the result of {name} depends on the order of a set of texts or objects, or on the hash of a text, which "
        f"differs from run to run of Python; sort the set first, and hash numbers"
    )


def explain_difference(
    image: Image, name: str, failure: ProgramFailure | None, difference: PythonProgramError
) -> PythonProgramError:
    """The refusal of a program whose difference has a reason that is known, else the difference."""
    if CLEANED_UP in image.linker.flags:
        return RefusedError(
            f"{name} abandons a generator whose `yield` is inside `try ... finally` or `with`",
            "go through it to its end, or clean up outside of it",
        )
    if failure is not None and is_library_attribute(image, failure.error):
        return unknown_attribute(failure)
    if uses_arrays(image):
        return differs_by_numpy(name, str(difference).removesuffix(f"; {REPORT}"))
    return difference
