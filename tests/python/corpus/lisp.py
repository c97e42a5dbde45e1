# ruff: noqa
"""A tiny Lisp: parse and evaluate with closures."""

import operator


class LispError(Exception):
    pass


def tokenize(text):
    return text.replace("(", " ( ").replace(")", " ) ").split()


def read(tokens):
    if not tokens:
        raise LispError("unexpected end")
    token = tokens.pop(0)
    if token == "(":
        form = []
        while tokens and tokens[0] != ")":
            form.append(read(tokens))
        if not tokens:
            raise LispError("missing )")
        tokens.pop(0)
        return form
    if token == ")":
        raise LispError("unexpected )")
    try:
        return int(token)
    except ValueError:
        return token


class Env(dict):
    def __init__(self, names=(), values=(), outer=None):
        super().__init__(zip(names, values))
        self.outer = outer

    def find(self, name):
        env = self
        while env is not None:
            if name in env:
                return env
            env = env.outer
        raise LispError(f"unbound {name}")


def standard():
    env = Env()
    env.update({"+": lambda *a: sum(a), "-": operator.sub, "*": operator.mul, "<": operator.lt, "=": operator.eq})
    env.update(
        {
            "list": lambda *a: list(a),
            "car": lambda p: p[0],
            "cdr": lambda p: p[1:],
            "cons": lambda a, b: [a, *b],
            "null?": lambda p: p == [],
        }
    )
    return env


def evaluate(form, env):
    while True:
        if isinstance(form, str):
            return env.find(form)[form]
        if not isinstance(form, list):
            return form
        if not form:
            return []
        head, *rest = form
        if head == "if":
            test, yes, no = rest
            form = yes if evaluate(test, env) else no
        elif head == "define":
            env[rest[0]] = evaluate(rest[1], env)
            return None
        elif head == "lambda":
            params, body = rest
            return lambda *args, e=env: evaluate(body, Env(params, args, e))
        elif head == "quote":
            return rest[0]
        else:
            function = evaluate(head, env)
            return function(*[evaluate(r, env) for r in rest])


def main(text):
    env = standard()
    tokens = tokenize(text)
    values = []
    try:
        while tokens:
            value = evaluate(read(tokens), env)
            if value is not None:
                values.append(value)
    except LispError as error:
        values.append(f"error: {error}")
    return values


CASES = [
    ("(+ 1 2 3)",),
    ("(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1)))))) (fact 20)",),
    ("(define make (lambda (x) (lambda (y) (+ x y)))) ((make 3) 4)",),
    (
        "(define map (lambda (f l) (if (null? l) (quote ()) (cons (f (car l)) (map f (cdr l)))))) "
        "(map (lambda (x) (* x x)) (list 1 2 3 4))",
    ),
    ("",),
    ("(+ 1",),
    (")",),
    ("(foo 1)",),
    ("(if (= 1 2) 10 (quote (a b)))",),
]
