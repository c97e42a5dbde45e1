"""One line of assembly: its tokens, and expressions over numbers and symbols, with the place of every error."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, NoReturn

from turingrad.errors import FormatError
from turingrad.machine.program.encode import sign_extend
from turingrad.machine.program.instructions import REGISTER_NUMBERS

TOKEN = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\])*")|(?P<char>'(?:\\.|[^'\\])')|(?P<part>%\w+)|(?P<local>[0-9]+[fb]\b)"""
    r"""|(?P<number>0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)\b|(?P<name>[A-Za-z_.$@][\w.$@]*)|(?P<sign><<|>>|[-+*/&|^~(),:;=])"""
)
ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "\\": 92, '"': 34, "'": 39, "a": 7, "b": 8, "f": 12, "v": 11}
LEVELS = (("|",), ("^",), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/"))  # loosest first, as in C
OR, XOR, AND, SHIFT, SUM, PRODUCT = range(len(LEVELS))
AGREED = {(SUM, PRODUCT), *((outer, inner) for outer in (OR, XOR, AND) for inner in (SHIFT, PRODUCT))}
DEEPEST = 100  # brackets within brackets

Lookup = Callable[[str], int | None]  # the value of a symbol, or None if it is not known
Expression = Callable[[Lookup], int]


class Token(NamedTuple):
    kind: str
    text: str
    column: int


class AssemblyLine:
    """The tokens of a line, read from left to right."""

    def __init__(self, text: str, number: int, source: str, code: str) -> None:
        """`code` is the text with its comments blanked."""
        self.text, self.number, self.source = text, number, source
        self.tokens = self.split(code)
        self.at, self.depth = 0, 0
        self.level: int | None = None  # of the operators of the last expression, None if it is a value or in brackets
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

    def skip_statement(self) -> None:
        """To the end of the line, or to the `;` before the next statement."""
        while not self.ended():
            self.at += 1

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
            if inner[at + 1] == "x" and (digits := re.match(r"[0-9a-fA-F]+", inner[at + 2 :])):
                if len(digits[0]) > 2:
                    self.fail(f"\\x{digits[0]} has more than two digits, which assemblers read as one byte", token)
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
        """Numbers, symbols, `%hi` and `%lo`, with the operators of C.

        C and other assemblers differ in what binds tighter, but for `AGREED`: the rest needs brackets.
        """
        if level == len(LEVELS):
            value = self.unary()
            self.level = None
            return value
        value = self.expression(level + 1)
        while (token := self.peek()) is not None and token.kind == "sign" and token.text in LEVELS[level]:
            self.at += 1
            self.require_same_level(token, level)
            value = self.operation(token, value, self.expression(level + 1))
            self.require_same_level(token, level)
            self.level = level
        return value

    def require_same_level(self, token: Token, level: int) -> None:
        if self.level not in (None, level) and (level, self.level) not in AGREED:
            self.fail(f"{token.text} beside another operator: assemblers differ in which is first", token, "brackets")

    def operation(self, token: Token, left: Expression, right: Expression) -> Expression:
        def value(lookup: Lookup) -> int:
            a, b = left(lookup), right(lookup)
            if token.text == "/" and b == 0:
                self.fail("division by zero", token)
            if token.text in ("<<", ">>") and not 0 <= b < 64:
                self.fail("a shift is by 0 to 63 bits", token)
            if token.text == ">>" and a < 0:
                self.fail("a negative number shifted right: assemblers differ in the result", token)
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
            number = self.number_of(token)
            return lambda _lookup: number
        if token.kind not in ("name", "local"):
            self.fail("unexpected text", token, "a number or a symbol")
        return self.symbol(token)

    def number_of(self, token: Token) -> int:
        """The value of a number or a character."""
        if token.kind == "char":
            return int.from_bytes(self.unescape(token), "big")
        if token.text[:1] == "0" and token.text[1:].isdigit():
            self.fail("a number that begins with 0 is octal for other assemblers", token, "0x..., or no 0")
        if len(token.text) > 66 or (number := int(token.text, 0)) >= 1 << 64:
            self.fail("the number is larger than 64 bits", token)
        return number

    def deeper(self, token: Token) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"more than {DEEPEST} nested brackets or signs", token)

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
