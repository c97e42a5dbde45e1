# ruff: noqa
"""A helper for Wordle: colour the guesses, filter the words, suggest the best next one."""

from collections import Counter, defaultdict
from enum import Enum

WORDS = """crane slate trace crate stare arise irate raise snare stale
cares scare track crack brick crown clown brown frown drown hello world quiet audio about""".split()


class Mark(str, Enum):
    HIT = "G"
    NEAR = "Y"
    MISS = "-"


def feedback(guess: str, answer: str) -> str:
    marks = [Mark.MISS] * len(guess)
    left = Counter()
    for i, (g, a) in enumerate(zip(guess, answer)):
        if g == a:
            marks[i] = Mark.HIT
        else:
            left[a] += 1
    for i, g in enumerate(guess):
        if marks[i] is Mark.MISS and left[g] > 0:
            marks[i] = Mark.NEAR
            left[g] -= 1
    return "".join(m.value for m in marks)


def possible(clues, words=WORDS):
    return [w for w in words if all(feedback(guess, w) == marks for guess, marks in clues)]


def expected_size(guess, candidates):
    groups = defaultdict(int)
    for answer in candidates:
        groups[feedback(guess, answer)] += 1
    return sum(n * n for n in groups.values()) / len(candidates)


def solve(answer, opening):
    clues = []
    guess = opening
    while True:
        marks = feedback(guess, answer)
        clues.append((guess, marks))
        if set(marks) == {"G"}:
            return clues
        candidates = possible(clues)
        if not candidates:
            return clues + [("?", "not in list")]
        guess = min(candidates, key=lambda w: (expected_size(w, candidates), w))


def main(answer, opening="raise"):
    return [f"{guess} {marks}" for guess, marks in solve(answer, opening)]


CASES = [
    ("crane",),
    ("brown",),
    ("hello",),
    ("zzzzz",),
    ("audio", "audio"),
    ("stale", "quiet"),
    ("drown", "hello"),
    ("track",),
]
