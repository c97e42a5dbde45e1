"""Evaluate an arithmetic expression by recursive descent."""


class ParseError(Exception):
    pass


class Parser:
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def peek(self):
        while self.pos < len(self.text) and self.text[self.pos] == " ":
            self.pos += 1
        return self.text[self.pos] if self.pos < len(self.text) else ""

    def take(self, ch):
        if self.peek() == ch:
            self.pos += 1
            return True
        return False

    def expression(self):
        value = self.term()
        while True:
            if self.take("+"):
                value += self.term()
            elif self.take("-"):
                value -= self.term()
            else:
                return value

    def term(self):
        value = self.factor()
        while True:
            if self.take("*"):
                value *= self.factor()
            elif self.take("/"):
                value //= self.factor()
            elif self.take("%"):
                value %= self.factor()
            else:
                return value

    def factor(self):
        if self.take("-"):
            return -self.factor()
        base = self.atom()
        if self.take("^"):
            exponent = self.factor()
            if exponent < 0:
                raise ParseError("negative exponent")
            return base**exponent
        return base

    def atom(self):
        if self.take("("):
            value = self.expression()
            if not self.take(")"):
                raise ParseError(f"expected ) at {self.pos}")
            return value
        start = self.pos
        self.peek()
        digits = ""
        while self.pos < len(self.text) and self.text[self.pos].isdigit():
            digits += self.text[self.pos]
            self.pos += 1
        if not digits:
            raise ParseError(f"expected a number at {start}")
        return int(digits)


def main(text):
    parser = Parser(text)
    try:
        value = parser.expression()
        if parser.peek():
            raise ParseError(f"unexpected {parser.peek()!r} at {parser.pos}")
    except ParseError as error:
        return f"error: {error}"
    except ZeroDivisionError:
        return "error: division by zero"
    return value


CASES = [
    ("1 + 2 * 3",),
    ("(1 + 2) * 3",),
    ("2 ^ 3 ^ 2",),
    ("-7 / 2",),
    ("10 % 4 - -3",),
    ("",),
    ("(4",),
    ("1 / (2 - 2)",),
    ("12 $ 3",),
    ("2 ^ -1",),
    ("((((17))))*100",),
]
