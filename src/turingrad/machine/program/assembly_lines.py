"""One line of assembly: its tokens, and expressions over numbers and symbols, with the place of every error."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, NoReturn

from turingrad.errors import FormatError
from turingrad.machine.program.encode import sign_extend
from turingrad.machine.program.instructions import REGISTER_NUMBERS

TOKEN = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\])*")|(?P<char>'(?:\\.|[^'\\])')|(?P<part>%\w+)|(?P<local>\d+[fb]\b)"""
    r"""|(?P<number>0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)\b|(?P<name>[A-Za-z_.$@][\w.$@]*)|(?P<sign><<|>>|[-+*/&|^~(),:;=])"""
)
COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|(#|//).*')
ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "\\": 92, '"': 34, "'": 39, "a": 7, "b": 8, "f": 12, "v": 11}
LEVELS = (("|",), ("^",), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/"))  # loosest first, as in C
DEEPEST = 100  # brackets within brackets

Lookup = Callable[[str], int | None]  # the value of a symbol, or None if it is not known
Expression = Callable[[Lookup], int]


class Token(NamedTuple):
    kind: str
    text: str
    column: int


class AssemblyLine:
    """The tokens of a line, read from left to right."""

    def __init__(self, text: str, number: int, source: str) -> None:
        self.text, self.number, self.source = text, number, source
        self.tokens = self.split(COMMENT.sub(lambda found: found[1] or "", text))
        self.at, self.depth = 0, 0
        self.local: Callable[[Token], str] = lambda token: token.text
        self.here: Callable[[], str] = lambda: "."

    def split(self, code: str) -> list[Token]:
        tokens, at = [], 0
        while at < len(code):
            if code[at].isspace():
                at += 1
                continue
            found = TOKEN.match(code, at)
            if found is None:
                self.fail("unexpected character", Token("", code[at], at + 1))
            tokens.append(Token(str(found.lastgroup), found[0], at + 1))
            at = found.end()
        return tokens

    def fail(self, message: str, token: Token | None = None, expected: str | None = None) -> NoReturn:
        """Refuse the line, with a caret at the token (by default the next one)."""
        token = token or (self.tokens[self.at] if self.at < len(self.tokens) else None)
        column = token.column if token else len(self.text.rstrip()) + 1
        raise FormatError(
            message, source=self.source, line=self.number, column=column, text=self.text, expected=expected
        )

    def peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def ended(self) -> bool:
        """At the end of the line, or of a statement."""
        token = self.peek()
        return token is None or token.text == ";"

    def next(self, expected: str) -> Token:
        if self.ended():
            self.fail("the statement ends here", expected=expected)
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, text: str) -> bool:
        """Whether the next token is this one, which is then read."""
        token = self.peek()
        if token is None or token.text != text or token.kind == "string":
            return False
        self.at += 1
        return True

    def expect(self, text: str) -> None:
        if not self.take(text):
            self.fail("unexpected text" if self.peek() else "the statement ends here", expected=f"'{text}'")

    def register(self) -> int:
        token = self.next("a register")
        number = REGISTER_NUMBERS.get(token.text)
        if number is None:
            self.fail(f"no register is called {token.text!r}", token, "x0 to x31, or a name such as a0, sp, t1")
        return number

    def string(self) -> bytes:
        """A string in quotes as bytes."""
        token = self.next("a string in quotes")
        if token.kind != "string":
            self.fail("not a string", token, "a string in quotes")
        return self.unescape(token)

    def unescape(self, token: Token) -> bytes:
        found, inner, at = bytearray(), token.text[1:-1], 0
        while at < len(inner):
            if inner[at] != "\\":
                found += inner[at].encode()
                at += 1
                continue
            if inner[at + 1] == "x" and (digits := re.match(r"[0-9a-fA-F]{1,2}", inner[at + 2 :])):
                found.append(int(digits[0], 16))
                at += 2 + len(digits[0])
                continue
            code = ESCAPES.get(inner[at + 1])
            if code is None:
                self.fail(f"unknown escape \\{inner[at + 1]}", token, f"one of {' '.join(ESCAPES)} xHH")
            found.append(code)
            at += 2
        return bytes(found)

    def expression(self, level: int = 0) -> Expression:
        """Numbers, symbols, `%hi` and `%lo`, with the operators of C."""
        if level == len(LEVELS):
            return self.unary()
        value = self.expression(level + 1)
        while (token := self.peek()) is not None and token.kind == "sign" and token.text in LEVELS[level]:
            self.at += 1
            value = self.operation(token, value, self.expression(level + 1))
        return value

    def operation(self, token: Token, left: Expression, right: Expression) -> Expression:
        def value(lookup: Lookup) -> int:
            a, b = left(lookup), right(lookup)
            if token.text == "/" and b == 0:
                self.fail("division by zero", token)
            if token.text in ("<<", ">>") and not 0 <= b < 64:
                self.fail("a shift is by 0 to 63 bits", token)
            number = {
                "|": lambda: a | b,
                "^": lambda: a ^ b,
                "&": lambda: a & b,
                "<<": lambda: a << b,
                ">>": lambda: a >> b,
                "+": lambda: a + b,
                "-": lambda: a - b,
                "*": lambda: a * b,
                "/": lambda: (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1),
            }[token.text]()
            if abs(number) >= 1 << 64:
                self.fail("the number is larger than 64 bits", token)
            return number

        return value

    def unary(self) -> Expression:
        token = self.next("a number or a symbol")
        if token.text in ("-", "~", "+") and token.kind == "sign":
            self.deeper(token)
            inner = self.unary()
            self.depth -= 1
            return {"-": lambda look: -inner(look), "~": lambda look: ~inner(look), "+": inner}[token.text]
        if token.text == "(" and token.kind == "sign":
            self.deeper(token)
            inner = self.expression()
            self.expect(")")
            self.depth -= 1
            return inner
        if token.kind == "part":
            return self.part(token)
        if token.kind in ("number", "char"):
            number = int(token.text, 0 if token.text[1:2].isalpha() else 10) if token.kind == "number" else 0
            if token.kind == "char":
                number = int.from_bytes(self.unescape(token), "big")
            if number >= 1 << 64:
                self.fail("the number is larger than 64 bits", token)
            return lambda _lookup: number
        if token.kind not in ("name", "local"):
            self.fail("unexpected text", token, "a number or a symbol")
        return self.symbol(token)

    def deeper(self, token: Token) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"more than {DEEPEST} brackets or signs within each other", token)

    def part(self, token: Token) -> Expression:
        """`%hi(x)` and `%lo(x)`, whose sum as `lui` and `addi` see them is x."""
        if token.text not in ("%hi", "%lo"):
            self.fail(f"unknown function {token.text}", token, "%hi or %lo")
        self.expect("(")
        self.deeper(token)
        inner = self.expression()
        self.depth -= 1
        self.expect(")")
        if token.text == "%hi":
            return lambda lookup: (inner(lookup) + 0x800) >> 12 & 0xFFFFF
        return lambda lookup: sign_extend(inner(lookup), 12)

    def symbol(self, token: Token) -> Expression:
        name = self.local(token) if token.kind == "local" else token.text
        name = self.here() if name == "." else name

        def value(lookup: Lookup) -> int:
            found = lookup(name)
            if found is None:
                self.fail(f"unknown symbol {token.text!r}", token)
            return found

        return value
