"""Wei, Chen and Ma, sections 2 and 3 and Appendices A and D: margins, corrections, samples."""

from turingrad.theory.margins.claims import (
    contrast,
    corrections,
    exact,
    learning,
    machine_families,
    of_transformers,
    reading,
    theorems,
)

CLAIMS = (
    *learning.CLAIMS,
    *exact.CLAIMS,
    *contrast.CLAIMS,
    *theorems.CLAIMS,
    *machine_families.CLAIMS,
    *corrections.CLAIMS,
    *of_transformers.CLAIMS,
    *reading.CLAIMS,
)
