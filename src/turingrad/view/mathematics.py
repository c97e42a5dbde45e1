"""Formulas of claims and figures, which are plain text in the code, as people write them: Greek letters, powers, ≤."""

from __future__ import annotations

import re

from turingrad.view.glossary import SUPERSCRIPTS, brief, power_of_ten

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "φ", "psi": "ψ", "omega": "ω", "Theta": "Θ", "Omega": "Ω", "Sigma": "Σ", "Gamma": "Γ", "Delta": "Δ",
}  # fmt: skip
LETTER = re.compile(rf"(?<![A-Za-z])(?<!rope_)({'|'.join(GREEK)})(?![A-Za-z])")
POWER_OF_TEN = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?\d+)\b")
POWER = re.compile(r"\^(?:\((-?\d+)\)|(-?\d+))(?!\.?\d|/)")
TIMES = re.compile(r"(?<=\d) x (?=\d)")
SIGNS = {"<=": "≤", ">=": "≥", "+-": "±", "sqrt(": "√("}


def mathematical(text: str) -> str:
    """The text with its formulas in the letters of mathematics; words stay as they are."""
    text = POWER_OF_TEN.sub(lambda found: power_of_ten(found[1], int(found[2])), text)
    text = POWER.sub(lambda found: (found[1] or found[2]).translate(SUPERSCRIPTS), text)
    text = TIMES.sub(" × ", text).replace("log2", "log₂")
    text = LETTER.sub(lambda found: GREEK[found[1]], text)
    for plain, sign in SIGNS.items():
        text = text.replace(plain, sign)
    return text


def name_in_words(name: str) -> str:
    """A figure's name: words apart, indices of single letters kept (sigma_zeta is σ_ζ, largest_norm two words)."""
    return re.sub(r"(?<=\w\w)_|_(?=\w\w)", " ", mathematical(name))


def value_in_words(value: object) -> str:
    """A figure: a number, which may be written out as text, with four digits; any other text with its formulas."""
    if isinstance(value, str):
        try:
            return brief(float(value))
        except ValueError:
            return mathematical(value)
    return brief(value)
