# ruff: noqa
# mypy: ignore-errors
"""Functions of the library that few programs call, and ranges and errors at their edges."""

import bisect
import cmath
import functools
import heapq
import itertools
import math
import operator
import random
import re

from tests.python.programs.corners import all_outcomes, changed, outcome

PAIRS = [(7, 2), (-7, 2), (2.5, 2), (2**70, 3), (True, 2), ([1], [2]), ({1, 2}, {2}), (7, 0), ((1,), 3)]
OPERATORS = [
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow, operator.and_),
    *(operator.or_, operator.xor, operator.lshift, operator.rshift, operator.eq, operator.ne, operator.lt, operator.le),
    *(operator.gt, operator.ge, operator.is_, operator.is_not),
]  # fmt: skip
SINGLE = [operator.neg, operator.pos, operator.abs, operator.inv, operator.not_, operator.truth, operator.index]


def operators(n):
    out = [outcome(lambda: each(*pair)) for each in OPERATORS for pair in PAIRS]
    out += [outcome(lambda: each(x)) for each in SINGLE for x in (n, -2.5, 2**70, "a", [1], None, True)]
    expressions = [
        *(lambda: operator.contains([1, 2], 2), lambda: operator.countOf([1, 2, 1], 1), lambda: operator.indexOf([1, 2], 2),),
        *(lambda: operator.getitem([1, 2], 1), lambda: changed([1, 2], lambda l: operator.setitem(l, 0, 5)), lambda: changed([1, 2], lambda l: operator.delitem(l, 0)), lambda: operator.length_hint([1, 2])),
        *(lambda: operator.itemgetter(1)([5, 6]), lambda: operator.itemgetter(1, 0)([5, 6]), lambda: operator.itemgetter("a")({"a": 1}),),
        *(lambda: operator.itemgetter(5)([1]), lambda: sorted([(1, 2), (0, 3)], key=operator.itemgetter(1, 0)), lambda: functools.reduce(operator.mul, range(1, 30))),
        *(lambda: functools.reduce(operator.add, []), lambda: functools.reduce(operator.add, [], 5), lambda: functools.reduce(max, [3, 9, 2]), lambda: sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a))),
        *(lambda: functools.partial(pow, 2)(5), lambda: functools.partial(int, base=2)("101"), lambda: functools.partial(max, 5)(3, 9), lambda: callable(5), lambda: callable(len), lambda: issubclass(bool, int), lambda: issubclass(int, (str, float))),
    ]  # fmt: skip
    return out + all_outcomes(expressions)


def iterators(n):
    expressions = [
        *(lambda: list(itertools.combinations_with_replacement("abc", 2)), lambda: list(itertools.combinations(range(5), 3)), lambda: list(itertools.combinations("ab", 3)), lambda: list(itertools.permutations("abc", 2)), lambda: list(itertools.permutations([1, 2, 3])), lambda: list(itertools.permutations("ab", 3)), lambda: list(itertools.combinations("ab", 0)), lambda: list(itertools.combinations("ab", -1))),
        *(lambda: list(itertools.product("ab", [1, 2])), lambda: list(itertools.product([0, 1], repeat=3)), lambda: list(itertools.product()), lambda: list(itertools.product("ab", [])), lambda: list(itertools.compress("abcd", [1, 0, 1])), lambda: list(itertools.dropwhile(lambda x: x < 3, [1, 3, 2])), lambda: list(itertools.takewhile(lambda x: x < 3, [1, 3, 2])), lambda: list(itertools.filterfalse(None, [0, 1, 2])), lambda: list(itertools.filterfalse(lambda x: x % 2, range(5)))),
        *(lambda: list(itertools.starmap(pow, [(2, 3), (3, 2)])), lambda: list(itertools.zip_longest("ab", [1], fillvalue="-")), lambda: list(itertools.zip_longest("a", "bc", "def")), lambda: list(itertools.zip_longest()), lambda: [list(each) for each in itertools.tee([1, 2], 2)], lambda: list(itertools.pairwise([1, 2, 3])), lambda: list(itertools.pairwise([1])), lambda: list(itertools.repeat(5, 3)), lambda: list(itertools.islice(itertools.cycle("ab"), 5)), lambda: list(itertools.islice(itertools.count(5, 2), 3)), lambda: list(itertools.islice(itertools.count(0.5), 2))),
        *(lambda: list(itertools.islice(range(10), 2, 8, 3)), lambda: list(itertools.islice("abc", 2)), lambda: list(itertools.islice("abc", 5, None)), lambda: list(itertools.islice("abc", -1)), lambda: list(itertools.accumulate([1, 2, 3])), lambda: list(itertools.accumulate([1, 2, 3], operator.mul, initial=2)), lambda: list(itertools.accumulate([])), lambda: list(itertools.chain("ab", [1])), lambda: list(itertools.chain.from_iterable([[1], (2,)])), lambda: [(k, list(g)) for k, g in itertools.groupby("aabba")], lambda: [(k, len(list(g))) for k, g in itertools.groupby(range(6), lambda x: x // 4)]),
        *(lambda: heapq.nlargest(2, [3, 1, 2]), lambda: heapq.nsmallest(2, [3, 1, 2], key=lambda x: -x), lambda: heapq.nlargest(0, [1]), lambda: heapq.nsmallest(9, "ba"), lambda: heapq.heappushpop([2, 3], 1), lambda: heapq.heappushpop([2, 3], 5), lambda: heapq.heapreplace([2, 3], 9), lambda: changed([5, 3, 1, 4], heapq.heapify), lambda: list(heapq.merge([1, 4], [2, 3])), lambda: changed([1, 3], lambda h: heapq.heappush(h, 0)), lambda: heapq.heappushpop([], 4)),
        *(lambda: bisect.bisect([1, 2, 2, 3], 2), lambda: bisect.bisect_left([1, 2, 2, 3], 2), lambda: bisect.bisect([1, 3], 2, 1), lambda: bisect.bisect_left([(1, 2), (3, 4)], 3, key=lambda p: p[0]), lambda: changed([1, 3], lambda l: bisect.insort(l, 2)), lambda: changed([1, 3, 3], lambda l: bisect.insort_left(l, 3)), lambda: bisect.bisect([1], 1, -1), lambda: bisect.bisect_right([1, 2, 3], 9, 0, 2)),
        *(lambda: range(2**40, 2**40 + 5)[2], lambda: len(range(2**40, 2**41, 7)), lambda: list(range(2**40, 2**40 + 3)) if n == 0 else 1, lambda: 2**40 + 7 in range(2**40, 2**41, 7), lambda: range(10)[2:8][1:3], lambda: range(10)[::-2], lambda: range(0, 10, 3)[-1], lambda: range(10).index(10), lambda: bool(range(0)), lambda: range(3) == [0, 1, 2], lambda: range(0, 4, 3) == range(0, 6, 3), lambda: repr(range(5)), lambda: range(5).start, lambda: range(1, 9, 2).step, lambda: range(5).count(2.0), lambda: max(range(5)), lambda: sum(range(2**31, 2**31 + 3)) if n == 0 else 2, lambda: range(5) < range(6), lambda: hash(range(5)) == hash(range(0, 5))),
        *(lambda: math.comb(5, 7), lambda: math.comb(-1, 2), lambda: math.perm(5), lambda: math.perm(3, 5), lambda: math.degrees(math.pi), lambda: math.radians(180), lambda: math.fabs(-2), lambda: math.isfinite(1e308), lambda: math.isnan(math.nan), lambda: math.isinf(-math.inf), lambda: math.isclose(1, 1.1, rel_tol=0.2), lambda: math.isclose(0, 1e-9, abs_tol=1e-8), lambda: math.lcm(), lambda: math.lcm(0, 5), lambda: math.gcd(), lambda: math.gcd(-4, 6), lambda: math.prod([], start=3), lambda: math.dist([1, 2], [4, 6]), lambda: math.dist([1], [1, 2]), lambda: math.fmod(5, math.inf), lambda: math.fmod(math.inf, 1), lambda: math.frexp(-8.5), lambda: math.frexp(math.inf)),
        *(lambda: (5).conjugate(), lambda: (5).imag, lambda: (5).denominator, lambda: (2.5).real, lambda: (2.5).conjugate(), lambda: (7).as_integer_ratio(), lambda: (2.5).imag, lambda: True.numerator, lambda: cmath.phase(-1), lambda: cmath.polar(3 + 4j), lambda: cmath.exp(0j), lambda: abs(cmath.rect(2, 0.5)) > 1.99, lambda: (1 + 2j).conjugate(), lambda: (1 + 2j) == 1, lambda: complex(1.5, -2), lambda: (1 + 2j) * 2, lambda: f"{1.5 - 2j}", lambda: (1 + 2j) ** 2, lambda: 1j < 2j, lambda: hash(1 + 0j) == hash(1)),
    ]  # fmt: skip
    return all_outcomes(expressions)


def draws(n):
    rng, out = random.Random(n), []
    out += [
        rng.random(),
        rng.randint(1, 6),
        rng.randrange(0, 100, 7),
        rng.choice("abc"),
        rng.choices([1, 2, 3], k=4),
        rng.uniform(-1, 1),
    ]
    out += [
        rng.choices("ab", weights=[1, 3], k=5),
        rng.choices("ab", cum_weights=[1, 4], k=3),
        rng.sample(range(50), 5),
        rng.sample([1, 2, 3], 3),
    ]
    out += [
        rng.getrandbits(5),
        rng.getrandbits(70),
        rng.randbytes(4),
        rng.triangular(0, 2, 1),
        rng.gauss(0, 1),
        rng.normalvariate(1, 2),
        rng.expovariate(0.5),
    ]
    out += [
        rng.betavariate(2, 3),
        rng.gammavariate(2, 1),
        rng.gammavariate(0.5, 1),
        rng.lognormvariate(0, 1),
        rng.paretovariate(3),
        rng.weibullvariate(1, 2),
    ]
    items = list(range(9))
    rng.shuffle(items)
    rng.seed("text" if n == 0 else 2**70 + n)
    out += [items, rng.random(), rng.randrange(10**20), rng.randint(-5, -5), rng.random() < 1]
    expressions = [
        *(lambda: rng.choice([]), lambda: rng.randrange(0), lambda: rng.randrange(5, 5), lambda: rng.randint(3, 1), lambda: rng.sample([1], 2), lambda: rng.sample([1], -1), lambda: rng.choices([], k=1), lambda: rng.choices([1, 2], weights=[0, 0]), lambda: rng.getrandbits(-1), lambda: rng.getrandbits(0), lambda: rng.randrange(1, 10, 0), lambda: rng.randrange(10, 1, -3)),
    ]  # fmt: skip
    return out, all_outcomes(expressions), rng.random()


PATTERNS = ["a+b", "(a|b)*c", r"(?P<x>\d+)-(?P=x)", r"\bfoo\b", "[^a-c]+", "a{2,3}?", "(?i)ABC", "^a.c$", "(?m)^b", r"(?s)a.b", "a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b", r"[\w.]+@\w+", "x*", "(a)(b)?", "(?:ab)+", "[]a]", "[a-", "(", "a**", "*a", "(?P<1>a)", r"\1", "a{3,2}", "[z-a]", r"\s+", r"\D\S\W", "(?x) a b # c", r"\t\x41\u0042", "a|b|", "(a+)+$", ".{3}", r"(\w)\1"]  # fmt: skip
SUBJECTS = ["aab", "abc abcc", "12-12 foo-bar", "ABC\nb\na b", "", "aaab@x.y AB", "xyz]a-", "foo food"]


def patterns(n):
    out = []
    for text in PATTERNS:
        pattern = outcome(lambda: re.compile(text))
        if isinstance(pattern, tuple):
            out.append(pattern)
            continue
        for subject in SUBJECTS:
            found = pattern.search(subject)
            out.append(
                (found and (found.group(), found.groups(), found.span(), found.groupdict()), pattern.findall(subject))
            )
            out.append(
                (
                    pattern.sub("<\\g<0>>", subject),
                    pattern.split(subject, 2),
                    bool(pattern.match(subject)),
                    bool(pattern.fullmatch(subject)),
                )
            )
            out.append([each.start() for each in pattern.finditer(subject)])
    return out


class Noted:
    def __init__(self, n):
        self.n = n

    @property
    def only(self):
        return self.n

    @property
    def fails(self):
        raise AttributeError("inside")


def errors(n):
    def noted():
        error = ValueError("a", n)
        error.add_note("b")
        return error.args, repr(error), str(error)

    def unsettable():
        Noted(n).only = 5

    def chained():
        try:
            raise KeyError("k") from ValueError("v")
        except KeyError as error:
            return repr(error.__cause__), error.args

    def reraised():
        try:
            try:
                raise ValueError(1)
            except ValueError as error:
                raise TypeError(error.args) from error
        except TypeError as error:
            return error.args, type(error.__cause__).__name__

    expressions = [
        noted,
        unsettable,
        chained,
        reraised,
        lambda: Noted(n).only,
        lambda: Noted(n).missing,
        lambda: Noted(n).fails,
        lambda: hasattr(Noted(n), "fails"),
        lambda: getattr(Noted(n), "fails", 5),
    ]
    table = {1073741824: 1, 2: 3, 536870912: 4, "x": 5}
    return (
        all_outcomes(expressions),
        table,
        table[2**30],
        [table[key] for key in (2, "x", 536870912)],
        sorted(map(str, table)),
    )


CASES = [(each, (7,)) for each in (operators, iterators, draws, patterns, errors)]
