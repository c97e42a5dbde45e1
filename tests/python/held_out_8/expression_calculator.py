# ruff: noqa
"""Recursive-descent calculator with variables and functions."""

import math
import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
    \s*(?:(?P<num>\d+\.\d*|\.\d+|\d+)
    | (?P<name>[A-Za-z_]\w*)
    | (?P<op>\*\*|//|[-+*/%^(),=])
    )""",
    re.VERBOSE,
)


class CalcError(Exception):
    """Any error of the user's."""


@dataclass(frozen=True)
class Token:
    kind: str
    text: str


def lex(src):
    pos, src = 0, src.rstrip()
    while pos < len(src):
        m = TOKEN.match(src, pos)
        if m is None:
            raise CalcError(f"bad character {src[pos]!r} at {pos}")
        yield Token(m.lastgroup, m.group(m.lastgroup))
        pos = m.end()
    yield Token("end", "")


FUNCS = {"sqrt": math.sqrt, "abs": abs, "max": max, "min": min, "floor": math.floor}


class Parser:
    def __init__(self, src, env):
        self.tokens, self.i, self.env = list(lex(src)), 0, env

    @property
    def cur(self):
        return self.tokens[self.i]

    def accept(self, *texts):
        if self.cur.kind == "op" and self.cur.text in texts:
            self.i += 1
            return self.tokens[self.i - 1].text

    def statement(self):
        if self.cur.kind == "name" and self.tokens[self.i + 1] == Token("op", "="):
            name = self.cur.text
            self.i += 2
            self.env[name] = value = self.expr()
        else:
            value = self.expr()
        if self.cur.kind != "end":
            raise CalcError(f"unexpected {self.cur.text!r}")
        return value

    def expr(self):
        value = self.term()
        while op := self.accept("+", "-"):
            rhs = self.term()
            value = value + rhs if op == "+" else value - rhs
        return value

    def term(self):
        value = self.unary()
        while op := self.accept("*", "/", "//", "%"):
            rhs = self.unary()
            if rhs == 0 and op != "*":
                raise CalcError("division by zero")
            value = {
                "*": lambda: value * rhs,
                "/": lambda: value / rhs,
                "//": lambda: value // rhs,
                "%": lambda: value % rhs,
            }[op]()
        return value

    def unary(self):
        if self.accept("-"):
            return -self.unary()
        base = self.atom()
        return base ** self.unary() if self.accept("^", "**") else base

    def atom(self):
        tok = self.cur
        self.i += 1
        if tok.kind == "num":
            return float(tok.text) if "." in tok.text else int(tok.text)
        if tok.kind == "name":
            if self.accept("("):
                args = [self.expr()]
                while self.accept(","):
                    args.append(self.expr())
                if self.accept(")") and tok.text in FUNCS:
                    return FUNCS[tok.text](*args)
                raise CalcError(f"bad call of {tok.text}")
            if tok.text in self.env:
                return self.env[tok.text]
            raise CalcError(f"undefined {tok.text}")
        if tok.text == "(":
            value = self.expr()
            if self.accept(")"):
                return value
        raise CalcError(f"unexpected {tok.text or 'end'!r}")


def main(program):
    env = {"pi": math.pi}
    results = []
    for line in program.split(";"):
        try:
            results.append(Parser(line, env).statement())
        except CalcError as exc:
            results.append(f"error: {exc}")
    return results


CASES = [
    ("1 + 2*3",),
    ("x = 4; y = x^2 - 1; sqrt(y + 1) * -x",),
    ("2^3^2; -2^2; (1+2)*(3-4)/5",),
    ("max(1, 2.5, 3//2) % 2; abs(-7)",),
    ("1/0; 7 % 0",),
    ("(1 + ; foo; bar(2); 3 $ 4",),
    ("",),
    ("1 2; a = b = 3",),
]
