# ruff: noqa
"""Unification of terms and a small Prolog-like prover on top of it."""

import re
from itertools import count, islice


def parse(text):
    """Terms are nested tuples; variables are upper-case strings."""
    tokens = re.findall(r"\w+|[(),]", text)[::-1]

    def term():
        name = tokens.pop()
        if not tokens or tokens[-1] != "(":
            return name
        args = []
        while tokens.pop() != ")":
            args.append(term())
        return (name, *args)

    terms = [term()]
    while tokens and tokens.pop() == ",":
        terms.append(term())
    return terms


def is_var(t):
    return isinstance(t, str) and t[0].isupper()


def walk(t, s):
    while is_var(t) and t in s:
        t = s[t]
    return t


def occurs(v, t, s):
    t = walk(t, s)
    return v == t or (isinstance(t, tuple) and any(occurs(v, a, s) for a in t[1:]))


def unify(a, b, s):
    a, b = walk(a, s), walk(b, s)
    if a == b:
        return s
    if is_var(a):
        return None if occurs(a, b, s) else {**s, a: b}
    if is_var(b):
        return unify(b, a, s)
    if isinstance(a, tuple) and isinstance(b, tuple) and a[0] == b[0] and len(a) == len(b):
        for x, y in zip(a[1:], b[1:]):
            if (s := unify(x, y, s)) is None:
                return None
        return s
    return None


def rename(t, n):
    if isinstance(t, tuple):
        return (t[0], *(rename(a, n) for a in t[1:]))
    return f"{t}_{n}" if is_var(t) else t


def prove(goals, rules, s, fresh, depth=12):
    if not goals:
        yield s
    elif depth:
        for head, *body in rules:
            n = next(fresh)
            if (t := unify(goals[0], rename(head, n), s)) is not None:
                yield from prove([rename(b, n) for b in body] + goals[1:], rules, t, fresh, depth - 1)


def show(t, s):
    t = walk(t, s)
    return f"{t[0]}({', '.join(show(a, s) for a in t[1:])})" if isinstance(t, tuple) else t


def main(program, query):
    rules = [parse(line.replace(":-", ",")) for line in program.split(".") if line.strip()]
    goals = parse(query)
    names = sorted(set(re.findall(r"\b[A-Z]\w*", query)))
    return [{v: show(v, s) for v in names} for s in islice(prove(goals, rules, {}, count()), 4)]


FAMILY = "parent(ann, bob). parent(bob, cat). parent(bob, dan). anc(X, Y) :- parent(X, Y). anc(X, Z) :- parent(X, Y), anc(Y, Z)."
PEANO = "add(z, Y, Y). add(s(X), Y, s(Z)) :- add(X, Y, Z)."
CASES = [
    (FAMILY, "parent(bob, X)"),
    (FAMILY, "anc(ann, W)"),
    (FAMILY, "anc(cat, ann)"),
    (FAMILY, "parent(P, dan), parent(P, Q)"),
    (PEANO, "add(s(s(z)), s(z), R)"),
    (PEANO, "add(A, B, s(s(z)))"),
    ("eq(X, X).", "eq(f(A, b), f(c, B))"),
    ("eq(X, X).", "eq(A, f(A))"),
]
