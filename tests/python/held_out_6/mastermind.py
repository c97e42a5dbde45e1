# ruff: noqa
"""Mastermind: score guesses and find the secret by keeping consistent codes."""

from collections import Counter
from itertools import product
from operator import eq


def score(secret, guess):
    black = sum(map(eq, secret, guess))
    common = (Counter(secret) & Counter(guess)).total()
    return black, common - black


def consistent(candidates, guess, answer):
    return [c for c in candidates if score(c, guess) == answer]


def play(secret, colours, first=None, max_turns=10):
    candidates = ["".join(p) for p in product(colours, repeat=len(secret))]
    guess = first or candidates[0]
    transcript = []
    for turn in range(1, max_turns + 1):
        answer = score(secret, guess)
        transcript.append(f"{turn}. {guess} {'*' * answer[0]}{'o' * answer[1]}")
        if answer[0] == len(secret):
            return transcript
        candidates = consistent(candidates, guess, answer)
        if not candidates:
            raise ValueError("the secret uses other colours")
        guess = candidates[len(candidates) // 2]
    return transcript + ["out of turns"]


def main(secret, colours="RGBY", first=None):
    try:
        return play(secret, colours, first)
    except ValueError as problem:
        return [str(problem)]


CASES = [
    ("RGB",),
    ("YYY",),
    ("BRYG"[:3], "RGBY", "RGB"),
    ("12", "123456"),
    ("PPQ", "RGB"),
    ("G", "RGBY"),
    ("BYB", "RBY", "RRB"),
]
