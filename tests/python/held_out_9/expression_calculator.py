# ruff: noqa
"""Recursive-descent calculator with variables and functions."""

import math
import operator
import re
from collections import namedtuple
from typing import Iterator

Token = namedtuple("Token", "kind text")


class ParseError(Exception):
    pass


TOKEN_RE = re.compile(r"(?P<num>\d+(?:\.\d*)?|\.\d+)|(?P<name>[A-Za-z_]\w*)|(?P<op>\*\*|//|[-+*/%^(),=])|(?P<ws>\s+)")

BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
FUNCS = {"sqrt": math.sqrt, "max": max, "min": min, "abs": abs, "gcd": lambda a, b: math.gcd(int(a), int(b))}


def tokenize(src: str) -> Iterator[Token]:
    pos = 0
    while pos < len(src):
        m = TOKEN_RE.match(src, pos)
        if not m:
            raise ParseError(f"bad character {src[pos]!r} at {pos}")
        if m.lastgroup != "ws":
            yield Token(m.lastgroup, m.group())
        pos = m.end()
    yield Token("end", "")


class Calculator:
    def __init__(self):
        self.vars = {"pi": math.pi}

    def run(self, line):
        self.toks = list(tokenize(line))
        self.i = 0
        first, *rest = self.toks
        if first.kind == "name" and rest[0].text == "=":
            self.i = 2
            value = self.vars[first.text] = self.expr()
        else:
            value = self.expr()
        if self.peek().kind != "end":
            raise ParseError(f"unexpected {self.peek().text!r}")
        return value

    def peek(self):
        return self.toks[self.i]

    def take(self, *texts):
        if self.peek().kind == "op" and self.peek().text in texts:
            self.i += 1
            return self.toks[self.i - 1].text
        return None

    def close(self):
        if not self.take(")"):
            raise ParseError("missing )")

    def expr(self):
        value = self.term()
        while op := self.take("+", "-"):
            value = BINARY[op](value, self.term())
        return value

    def term(self):
        value = self.unary()
        while op := self.take("*", "/", "//", "%"):
            value = BINARY[op](value, self.unary())
        return value

    def unary(self):
        if self.take("-"):
            return -self.unary()
        base = self.atom()
        return base ** self.unary() if self.take("**", "^") else base

    def atom(self):
        tok = self.peek()
        self.i += 1
        if tok.kind == "num":
            return float(tok.text) if "." in tok.text else int(tok.text)
        if tok.kind == "name":
            if self.take("("):
                args = [self.expr()]
                while self.take(","):
                    args.append(self.expr())
                self.close()
                return FUNCS[tok.text](*args)
            return self.vars[tok.text]
        if tok.text == "(":
            value = self.expr()
            self.close()
            return value
        raise ParseError(f"unexpected {tok.text or 'end'!r}")


def main(program):
    calc, out = Calculator(), []
    for line in program.split(";"):
        try:
            out.append(calc.run(line))
        except (ParseError, ZeroDivisionError, KeyError) as e:
            out.append(f"{type(e).__name__}: {e}")
    return out


CASES = [
    ("1 + 2 * 3",),
    ("1 +\t2",),
    ("x = 4; y = x ** 2 - 1; y % 4; y // 4; y / 4",),
    ("-2 ^ 2; (-2) ^ 2; 2 ^ 3 ^ 2",),
    ("sqrt(16) + max(1, 2.5, x); max(3, gcd(12, 18))",),
    ("1 / 0; 7 % 0; 2 +; (1; 3 $ 4; 1 2",),
    ("",),
    (".5 + 1. * abs(-3); pi",),
]
