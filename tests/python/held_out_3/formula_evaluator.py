"""Formulas of a spreadsheet cell: a tokenizer with a regular expression, and recursive descent."""

from __future__ import annotations

import re

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*)|([A-Za-z]+)|(\*\*|[-+*/(),]))")
FUNCTIONS = {"max": max, "min": min, "abs": abs, "sum": lambda *values: sum(values)}


def tokenize(text: str) -> list[str]:
    position = 0
    tokens = []
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise SyntaxError(f"unexpected {text[position]!r} at {position}")
        tokens.append(match.group().strip())
        position = match.end()
    return tokens


class Parser:
    def __init__(self, tokens: list[str], names: dict[str, float]):
        self.tokens = tokens
        self.names = names
        self.at = 0

    def peek(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self) -> str:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def expression(self) -> float:
        value = self.term()
        while self.peek() in ("+", "-"):
            value = value + self.term() if self.take() == "+" else value - self.term()
        return value

    def term(self) -> float:
        value = self.factor()
        while self.peek() in ("*", "/"):
            value = value * self.factor() if self.take() == "*" else value / self.factor()
        return value

    def factor(self) -> float:
        token = self.take()
        if token == "-":
            return -self.factor()
        if token == "(":
            value = self.expression()
            self.take()
            return value
        if token in FUNCTIONS and self.peek() == "(":
            arguments = []
            while self.take() != ")":
                arguments.append(self.expression())
            return FUNCTIONS[token](*arguments)
        return self.names[token] if token.isalpha() else float(token)


def main(formula: str, names: dict[str, float]) -> float:
    return Parser(tokenize(formula), names).expression()


CASES = [
    ("2 * (width + 3.5) - max(height, 4, -1) / 8", {"width": 1.5, "height": 9}),
    ("sum(1, 2, x) ? 3", {"x": 5}),
]
