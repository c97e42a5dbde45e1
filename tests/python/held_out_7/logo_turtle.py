# ruff: noqa
"""A small Logo: forward, turn, repeat, procedures with arguments, drawn on a grid."""

import re

DIRECTIONS = [(0, -1), (1, 0), (0, 1), (-1, 0)]


class LogoError(Exception):
    pass


class Turtle:
    def __init__(self):
        self.x = self.y = self.heading = 0
        self.down = True
        self.marks = {(0, 0)}
        self.procedures = {}
        self.budget = 400

    def run(self, tokens, env):
        tokens = iter(tokens)
        for word in tokens:
            self.budget -= 1
            if self.budget < 0:
                raise LogoError("too many steps")
            match word:
                case "fd" | "forward":
                    self.forward(self.number(next(tokens), env))
                case "rt":
                    self.heading = (self.heading + self.number(next(tokens), env) // 90) % 4
                case "lt":
                    self.heading = (self.heading - self.number(next(tokens), env) // 90) % 4
                case "pu" | "pd":
                    self.down = word == "pd"
                case "repeat":
                    count, body = self.number(next(tokens), env), self.block(tokens)
                    for _ in range(count):
                        self.run(body, env)
                case "to":
                    name, params = next(tokens), []
                    while (t := next(tokens)) != "[":
                        params.append(t[1:])
                    self.procedures[name] = params, self.block(tokens, opened=True)
                case _ if word in self.procedures:
                    params, body = self.procedures[word]
                    self.run(body, {p: self.number(next(tokens), env) for p in params})
                case _:
                    raise LogoError(f"I don't know how to {word}")

    def number(self, token, env):
        try:
            return env[token[1:]] if token.startswith(":") else int(token)
        except (KeyError, ValueError):
            raise LogoError(f"{token} has no value") from None

    def block(self, tokens, opened=False):
        if not opened and next(tokens) != "[":
            raise LogoError("expected [")
        depth, body = 1, []
        for t in tokens:
            depth += (t == "[") - (t == "]")
            if depth == 0:
                return body
            body.append(t)
        raise LogoError("missing ]")

    def forward(self, n):
        dx, dy = DIRECTIONS[self.heading]
        for _ in range(n):
            self.x, self.y = self.x + dx, self.y + dy
            if self.down:
                self.marks.add((self.x, self.y))


def main(source):
    turtle = Turtle()
    try:
        turtle.run(re.findall(r"\[|\]|:\w+|[\w-]+", source.lower()), {})
    except LogoError as e:
        return str(e)
    xs, ys = zip(*turtle.marks)
    return [
        "".join(".#"[(x, y) in turtle.marks] for x in range(min(xs), max(xs) + 1)) for y in range(min(ys), max(ys) + 1)
    ]


CASES = [
    ("repeat 4 [fd 3 rt 90]",),
    ("fd 2 pu fd 1 pd fd 1",),
    ("to sq :n [repeat 4 [fd :n rt 90]] sq 2 sq 4",),
    ("to stair [fd 1 rt 90 fd 1 lt 90] repeat 4 [stair]",),
    ("jump 3",),
    ("fd :n",),
    ("repeat 2 [fd 1",),
    ("to f [f] f",),
]
