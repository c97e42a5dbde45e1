# ruff: noqa
"""A Forth interpreter with user-defined words, conditionals and counted loops."""


class ForthError(Exception):
    """Something the user did wrong."""


class Forth:
    def __init__(self):
        self.stack = []
        self.words = {}
        self.output = []
        self.builtins = {
            "+": lambda: self.binary(lambda a, b: a + b),
            "-": lambda: self.binary(lambda a, b: a - b),
            "*": lambda: self.binary(lambda a, b: a * b),
            "mod": lambda: self.binary(lambda a, b: a % b),
            "=": lambda: self.binary(lambda a, b: -int(a == b)),
            "<": lambda: self.binary(lambda a, b: -int(a < b)),
            "dup": lambda: self.push(self.stack[-1]),
            "over": lambda: self.push(self.stack[-2]),
            "drop": self.pop,
            "swap": self.swap,
            ".": lambda: self.output.append(self.pop()),
        }

    def push(self, value):
        self.stack.append(value)

    def pop(self):
        if not self.stack:
            raise ForthError("stack underflow")
        return self.stack.pop()

    def binary(self, f):
        b, a = self.pop(), self.pop()
        try:
            self.push(f(a, b))
        except ZeroDivisionError:
            raise ForthError("division by zero") from None

    def swap(self):
        b, a = self.pop(), self.pop()
        self.stack += [b, a]

    def execute(self, tokens, index=None):
        i = 0
        while i < len(tokens):
            token = tokens[i]
            if token == ":":
                end = tokens.index(";", i)
                self.words[tokens[i + 1]] = tokens[i + 2 : end]
                i = end
            elif token == "if":
                end = tokens.index("then", i)
                middle = tokens.index("else", i, end) if "else" in tokens[i:end] else end
                self.execute(tokens[i + 1 : middle] if self.pop() else tokens[middle + 1 : end], index)
                i = end
            elif token == "do":
                end = tokens.index("loop", i)
                start, limit = self.pop(), self.pop()
                for k in range(start, limit):
                    self.execute(tokens[i + 1 : end], k)
                i = end
            elif token == "i" and index is not None:
                self.push(index)
            elif token in self.words:
                self.execute(self.words[token])
            elif token in self.builtins:
                self.builtins[token]()
            else:
                try:
                    self.push(int(token))
                except ValueError as e:
                    raise ForthError(f"{token} ?") from e
            i += 1


def main(source):
    forth = Forth()
    try:
        forth.execute(source.lower().split())
    except (ForthError, IndexError) as error:
        return f"error: {error}", forth.stack
    return forth.output, forth.stack


CASES = [
    ("1 2 + 3 * .",),
    (": square dup * ; 7 square .",),
    ("10 0 do i 3 mod 0 = if i . then loop",),
    ("+",),
    ("1 0 mod",),
    ("foo",),
    (": sign dup 0 < if drop -1 else drop 1 then ; -5 sign . 5 sign .",),
    ("0 1 10 0 do swap over + loop",),
    ("dup",),
]
