# ruff: noqa
"""Convert between units by searching a graph of known factors, with prefixes."""

from collections import deque
from fractions import Fraction

FACTS = """
1 mile = 1760 yard
1 yard = 3 foot
1 foot = 12 inch
1 inch = 2.54 cm
1 m = 100 cm
1 hour = 60 min
1 min = 60 s
1 day = 24 hour
1 lb = 16 oz
1 lb = 453.59237 g
"""
PREFIXES = {"k": Fraction(1000), "M": Fraction(10**6), "m": Fraction(1, 1000)}


def build(facts):
    graph = {}
    for line in facts.strip().splitlines():
        n, a, _, m, b = line.split()
        ratio = Fraction(m) / Fraction(n)
        graph.setdefault(a, {})[b] = ratio
        graph.setdefault(b, {})[a] = 1 / ratio
    return graph


GRAPH = build(FACTS)


def resolve(unit):
    """The base unit and the factor of a prefix."""
    if unit in GRAPH:
        return unit, Fraction(1)
    if unit[:1] in PREFIXES and unit[1:] in GRAPH:
        return unit[1:], PREFIXES[unit[0]]
    raise LookupError(f"unknown unit {unit}")


def factor(start, goal):
    queue = deque([(start, Fraction(1))])
    seen = {start}
    while queue:
        unit, f = queue.popleft()
        if unit == goal:
            return f
        for other, ratio in GRAPH[unit].items():
            if other not in seen:
                seen.add(other)
                queue.append((other, f * ratio))
    raise LookupError(f"cannot turn {start} into {goal}")


def main(question):
    try:
        amount, source, _, target = question.split()
        a, pa = resolve(source)
        b, pb = resolve(target)
        result = Fraction(amount) * pa * factor(a, b) / pb
    except LookupError as e:
        return e.args[0]
    except ValueError:
        return "try: 3 mile in km"
    exact = str(result) if result.denominator < 1000 else "~"
    return f"{amount} {source} = {float(result):.6g} {target}", exact


CASES = [
    ("1 mile in km",),
    ("26.2 mile in m",),
    ("3 day in s",),
    ("100 km in mile",),
    ("5 parsec in m",),
    ("1 m in s",),
    ("lots of money",),
    ("2.5 kg in lb",),
    ("90 min in day",),
    ("1/3 foot in inch",),
]
