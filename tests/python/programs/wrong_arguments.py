# ruff: noqa: UP031
"""Calls with arguments of the wrong kind, and other rare ones: each was a difference that a random program found."""

import bisect
import copy
import functools
import heapq
import itertools
import math
import random
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple

Point = namedtuple("Point", "x y")


class Lookup:
    def __init__(self, n):
        self.n = n

    def __getattr__(self, name):
        if name == "missing":
            return self.n
        raise AttributeError(name)

    @property
    def broken(self):
        raise AttributeError("broken")


def variadic(*values, k=1):
    return len(values) + k


def caught(f):
    try:
        return f()
    except Exception as error:
        return type(error).__name__, str(error)


def lookups(name):
    made = copy.copy(Lookup(7))
    return (
        [getattr(made, "missing", 1), hasattr(made, "missing"), getattr(made, "other", 2), hasattr(made, "other")],
        [getattr(made, "broken", 3), hasattr(made, "broken"), getattr(made, name, 4), hasattr(made, name)],
        [getattr(made, name + "s", 5), getattr(5, "missing", 6)],
    )


def in_mathematics(wrong):
    return [
        caught(lambda: math.sqrt(wrong)),
        caught(lambda: math.floor(wrong)),
        caught(lambda: math.ceil(wrong)),
        caught(lambda: math.trunc(wrong)),
        caught(lambda: math.copysign(1.0, wrong)),
        caught(lambda: math.fsum([wrong])),
        caught(lambda: pow(wrong, 2, 3)),
        caught(lambda: pow(2, wrong, 3)),
        caught(lambda: pow(2.5, 2, 3)),
        caught(lambda: float("inf").as_integer_ratio()),
        caught(lambda: float("nan").as_integer_ratio()),
        caught(lambda: f"{2**80:c}"),
        caught(lambda: f"{-1:c}"),
        caught(lambda: f"{65:3c}"),
        caught(lambda: 2**62 * "a,b,c"),
    ]


def stars(wrong):
    return [
        caught(lambda: [*wrong]),
        caught(lambda: (1, *wrong)),
        caught(lambda: {*wrong}),
        caught(lambda: variadic(*wrong)),
        caught(lambda: variadic(1, *wrong)),
        caught(lambda: variadic(*wrong, k=2)),
        caught(lambda: print(*wrong, sep=",")),
        caught(lambda: variadic(*[1, 2], k=3)),
        caught(lambda: dict([wrong])),
        caught(lambda: sorted(["B", "a", wrong], key=str.lower)),
        caught(lambda: functools.reduce(max, wrong)),
    ]


def of_iterators(wrong):
    numbers = iter(range(9))
    pairs = itertools.combinations(numbers, 2)
    return [
        next(numbers, "read"),
        len(list(pairs)),
        caught(lambda: len([itertools.cycle(wrong)])),
        caught(lambda: len([itertools.accumulate(wrong)])),
        caught(lambda: len([itertools.pairwise(wrong)])),
        caught(lambda: len([itertools.product(wrong)])),
        caught(lambda: itertools.islice([1], -1)),
        caught(lambda: itertools.islice([1], 0, -1)),
        caught(lambda: itertools.islice([1], -2)),
        caught(lambda: itertools.islice([1], -1, 2)),
        caught(lambda: itertools.islice([1], 0, 1, 0)),
        caught(lambda: itertools.permutations([1], -1)),
        [list(itertools.islice(range(9), *bounds)) for bounds in [(3,), (2, 5), (0, 9, 4), (5, 3), (None, None, 2)]],
        sliced_then_rest(7),
    ]


def sliced_then_rest(n):
    source = iter(range(n))
    return list(itertools.islice(source, 1, 5, 3)), list(source)


def of_containers(wrong):
    items = [3, 1, 2]
    mixed = Counter("aab")
    odd, low, same, high = ("k", 3), (0, 3), (1, 2), (1, 3)

    def change(kind):
        items[kind] = wrong

    return [
        caught(lambda: deque([1]) + wrong),
        caught(lambda: b"a" + wrong),
        caught(lambda: bytearray(b"a") + wrong),
        caught(lambda: mixed | wrong),
        caught(lambda: mixed + wrong),
        caught(lambda: mixed - wrong),
        caught(lambda: mixed & wrong),
        caught(lambda: sorted(items, reverse=wrong)),
        caught(lambda: change(slice(0, 2))),
        caught(lambda: change(slice(0, 3, 2))),
        caught(lambda: True + deque()),
        caught(lambda: 1 - defaultdict(int)),
        caught(lambda: OrderedDict() - 1),
        caught(lambda: functools.partial(max, 1) + 1),
        [repr(kind(text)) for kind in (bytes, bytearray) for text in (b"a'b", b"'\"", b'"\\\n\xff')],
        mixed | {"a": [1]},
        {"a": 5} | mixed,
        Counter({"a": (1, 2)}),
        [caught(lambda: odd >= Point(1, 2)), caught(lambda: odd < Point(1, 2)), low < Point(1, 2)],
        [caught(lambda: Point("k", 2) <= (1, 2)), same >= Point(1, 2), high > Point(1, 2), high <= Point(1, 2)],
    ]


def in_place(wrong):
    found = []
    for each in (wrong, (1,), [1], "s"):
        try:
            each &= 3
        except TypeError as error:
            found.append(str(error))
        try:
            each -= 1.5
        except TypeError as error:
            found.append(str(error))
        try:
            each ^= {1}
        except TypeError as error:
            found.append(str(error))
    return found


def takes_one(a, *, k=1):
    return a + k


def takes_several(a, b, c, d=1, *, x, y, z=2):
    return a + b + c + d + x + y + z


class Callable:
    def __init__(self, w=1):
        self.w = w

    def method(self):
        return self.w

    @staticmethod
    def static(a):
        return a

    @classmethod
    def of_class(cls, a):
        return cls(a)

    def __call__(self, q):
        return q


def wrong_calls(made):
    return [
        *(caught(f) for f in (lambda: takes_one(), lambda: takes_one(1, 2), lambda: takes_one(1, 2, k=4))),
        *(caught(f) for f in (lambda: takes_one(1, z=2), lambda: takes_one(1, a=2), lambda: takes_one(*[1, 2]))),
        *(caught(f) for f in (lambda: takes_several(), lambda: takes_several(1), lambda: takes_several(1, 2))),
        *(caught(f) for f in (lambda: takes_several(1, 2, 3), lambda: takes_several(1, 2, 3, x=4))),
        *(caught(f) for f in (lambda: takes_several(1, 2, 3, 4, 5), lambda: takes_several(1, 2, 3, 4, 5, 6, x=1, y=2))),
        *(
            caught(f)
            for f in (lambda: caught(), lambda: caught(1, 2), lambda: made.method(1), lambda: made.method(x=1))
        ),
        *(caught(f) for f in (lambda: Callable.static(), lambda: Callable.of_class(), lambda: Callable.of_class(1, 2))),
        *(caught(f) for f in (lambda: made(), lambda: made(1, 2), lambda: Callable(1, 2), lambda: Callable(v=1))),
        *(caught(f) for f in (lambda: Callable.method(), lambda: (lambda a, b: a + b)(1, a=2), lambda: made.other(1))),
    ]


def names_of_functions(made):
    names = [takes_one.__qualname__, Callable.method.__qualname__, made.method.__name__, made.method.__qualname__]
    return [*names, (lambda: 1).__qualname__, Callable.__qualname__]


def wrong_calls_of_built_ins(items):
    found = []
    for call in (lambda: items.pop(1, 2), lambda: items.append(), lambda: len(items, key=1), lambda: "a".join()):
        try:
            call()
        except TypeError:
            found.append(len(items))
    return found


class IteratesTo:
    def __init__(self, iterator):
        self.iterator = iterator

    def __iter__(self):
        return self.iterator


def no_iterators(wrong):
    made = IteratesTo(wrong)
    return [
        caught(lambda: next(wrong)),
        caught(lambda: next(wrong, 1)),
        caught(lambda: next(iter(made))),
        caught(lambda: list(made)),
        caught(lambda: [x + 1 for x in made]),
        caught(lambda: dict(made)),
        caught(lambda: 3 in made),
        caught(lambda: max(*made)),
    ]


class Gives:
    """What its special methods give is what it was made with."""

    def __init__(self, given):
        self.given = given

    def give(self, *_):
        return self.given

    __str__ = __repr__ = __format__ = __int__ = __float__ = __bool__ = __len__ = __hash__ = give


class Index:
    def __init__(self, given):
        self.given = given

    def __index__(self):
        return self.given


def given_by_special_methods(wrong):
    made, index = Gives(wrong), Index(wrong)
    return [
        *(caught(f) for f in (lambda: str(made), lambda: repr(made), lambda: f"{made}", lambda: f"{made:>9}")),
        *(caught(f) for f in (lambda: int(made), lambda: float(made), lambda: not made, lambda: len(made))),
        *(caught(f) for f in (lambda: hash(made), lambda: {made: 1}, lambda: math.sqrt(made), lambda: "%d" % made)),
        *(caught(f) for f in (lambda: "%.2f" % made, lambda: "%s" % made, lambda: [1, 2][index], lambda: int(index))),
        *(caught(f) for f in (lambda: [1, 2][index:], lambda: float(index), lambda: list(range(index)))),
        *(caught(f) for f in (lambda: "ab" * index, lambda: math.sqrt(index), lambda: round(25.5, index))),
    ]


def in_texts(wrong):
    return [
        *(caught(f) for f in (lambda: "a b c".split(None, wrong), lambda: "a b c".rsplit(" ", wrong))),
        *(caught(f) for f in (lambda: "aaa".replace("a", "b", wrong), lambda: "aa".find("a", wrong))),
        *(caught(f) for f in (lambda: "aa".rfind("a", wrong), lambda: "a".ljust(wrong), lambda: "a".rjust(3, wrong))),
        *(caught(f) for f in (lambda: "a".center(wrong), lambda: "a".zfill(wrong), lambda: "a\nb".splitlines(wrong))),
        *(caught(f) for f in (lambda: str.maketrans(wrong), lambda: "abc".translate({97: wrong}))),
        *(caught(f) for f in (lambda: format(3, wrong), lambda: "%c" % (wrong,), lambda: print(1, sep=wrong))),
        *(caught(f) for f in (lambda: print(1, end=wrong), lambda: "abc"[wrong:], lambda: "abc"[::wrong])),
    ]


def in_classes(wrong):
    def catch():
        try:
            return 1 // 0
        except wrong:
            return "caught"

    def chain():
        raise ValueError("a") from wrong

    def enter():
        with wrong:
            return 1

    return [
        *(caught(f) for f in (lambda: issubclass(wrong, int), lambda: issubclass(int, wrong), catch, chain, enter)),
        *(caught(f) for f in (lambda: str.lower(wrong), lambda: list.append(wrong, 1), lambda: dict.get(wrong, 1))),
        *(caught(f) for f in (lambda: list(map(str.strip, [" a ", wrong])), lambda: sorted([wrong, 1], key=str.lower))),
    ]


def in_collections(wrong):
    items = deque([1, 2, 3])
    return [
        *(caught(f) for f in (lambda: deque([1, 2], wrong), lambda: items.rotate(wrong), lambda: list(items))),
        *(caught(f) for f in (lambda: Counter("aab").most_common(wrong), lambda: heapq.heappush(wrong, 1))),
        *(caught(f) for f in (lambda: heapq.heappop(wrong), lambda: heapq.heapify(wrong))),
        *(caught(f) for f in (lambda: heapq.heapreplace(wrong, 1), lambda: heapq.heappushpop(wrong, 1))),
        *(caught(f) for f in (lambda: bisect.insort([1, 3], wrong), lambda: random.Random(1).sample(wrong, 1))),
        *(caught(f) for f in (lambda: round(2.5, wrong), lambda: round(25, wrong))),
        *(caught(f) for f in (lambda: Counter({1: wrong}).total(), lambda: Counter({1: 2, 2: wrong}).total())),
        *(Counter(a=0) == Counter(), Counter(a=1) != Counter(a=1, b=0), Counter(a=1) == Counter(b=1)),
    ]


class Breaks:
    """Numbers in order, but for one that cannot be compared."""

    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        if 7 in (self.n, other.n):
            raise ValueError("seven")
        return self.n < other.n

    def __repr__(self):
        return f"{self.n}!"


def failed_sorts(wrong):
    """What is sorted so far remains, and a list of up to 63 items is compared in CPython's order."""
    found = []
    for numbers in ([3, 1, 7, 2], [5, 4, 3, 7, 1], [1, 2, 3, 4, 9, 8, 6, 5, 7, 1], [7, 1], [2, 1, 7], [4, 2, 8]):
        for reverse in (False, True):
            made, keyed, mixed = [Breaks(each) for each in numbers], [*numbers], [*numbers[:2], wrong, *numbers[2:]]
            found += [caught(lambda items=made, r=reverse: items.sort(reverse=r)), [str(each) for each in made]]
            found += [caught(lambda items=keyed, r=reverse: items.sort(key=Breaks, reverse=r)), keyed]
            found += [caught(lambda items=mixed, r=reverse: items.sort(reverse=r)), mixed]
            found += [caught(lambda items=mixed: sorted(items, key=lambda x: (x, 1)))]
    return [
        *found,
        sorted([{1}, {2}, {1, 2}, set(), {3}, {2, 3}], reverse=True),
        sorted([(1, math.nan), (0, 2), (1, 1.0), (0, math.nan), (1, 0), (0, 1)]),
        caught(lambda: sorted({(v, v + 1) for v in range(5)} | {0})),
    ]


def few_of(wrong):
    return [
        caught(lambda: heapq.nsmallest(0, wrong)),
        caught(lambda: heapq.nlargest(-1, wrong)),
        caught(lambda: heapq.nlargest(2, wrong)),
    ]


def unbound(n):
    """A variable that may have no value yet, in a comprehension, a lambda and plainly."""

    def within(n):
        if n:
            v = n
        return [w for w in range(2) if v > w]

    def source(n):
        if n:
            v = n
        return [w + 1 for w in range(v)]

    def by_lambda(n):
        if n:
            v = n
        return (lambda: v)()

    def plain(n):
        if n:
            v = n
        return v, sum(v for w in range(2)), {w: v + w for w in range(1)}

    return [caught(lambda f=f: f(n)) for f in (within, source, by_lambda, plain)]


def numbered():
    yield 1


def of_wrong_kinds(wrong):
    begun = numbered()
    return [
        *(caught(f) for f in (lambda: "a".join(wrong), lambda: range(3)[wrong], lambda: deque([1])[wrong])),
        *(caught(f) for f in (lambda: isinstance(1, wrong), lambda: isinstance(1, (str, wrong)))),
        *(caught(f) for f in (lambda: numbered().send(wrong), lambda: begun.send(None), lambda: begun.send(wrong))),
    ]


def put(items, place):
    items[place] = 1


def remove(items, place):
    del items[place]


def large_places(number):
    """Ints that fit into 64 bits or not, as places and as counts."""
    found = []
    for place in (number, Index(number)):
        items = [1, 2]
        for each in ([1, 2], (1, 2), "ab", b"ab", bytearray(b"ab"), deque([1, 2]), range(5)):
            found.append(caught(lambda each=each, place=place: each[place]))
        for each in ([1, 2], bytearray(b"ab"), deque([1, 2])):
            found += [caught(lambda f=f, each=each, place=place: f(each, place)) for f in (put, remove)]
        found += [
            *(
                caught(lambda place=place: [1, 2].pop(place)),
                caught(lambda items=items, place=place: items.insert(place, 3)),
                items,
            ),
            *(caught(lambda place=place: [1, 2][place:]), caught(lambda place=place: "abc"[::place])),
            *(caught(lambda place=place: [1, 2].index(2, place)), caught(lambda place=place: "aba".find("b", place))),
            *(
                caught(lambda place=place: "ab".split("b", place)),
                caught(lambda place=place: "a".replace("a", "b", place)),
            ),
            *(caught(lambda place=place: deque([1, 2]).rotate(place)), caught(lambda place=place: [1] * -abs(place))),
        ]
    return found


def of_empty_and_uneven(n):
    return [
        caught(lambda: set().pop()),
        caught(lambda: {}.popitem()),
        caught(lambda: heapq.heappop([])),
        caught(lambda: heapq.heapreplace([], n)),
        caught(lambda: heapq.heappushpop([], n)),
        caught(lambda: list(zip([n], [n], [], strict=True))),
        caught(lambda: list(zip([n], [n], [n], [n, n], strict=True))),
        caught(lambda: list(zip([n], [], strict=True))),
        caught(lambda: list(zip([n], [n, n], strict=True))),
        caught(lambda: int(2.5, 10)),
        caught(lambda: int(None, 16)),
        caught(lambda: int("0x", 0)),
        caught(lambda: int("12", 1)),
        caught(lambda: deque().popleft()),
        caught(lambda: defaultdict(n)),
        caught(lambda: defaultdict(None)[n]),
        caught(lambda: random.Random(1).choices([n], [1, 2])),
        caught(lambda: [n].index(n, 1)),
        caught(lambda: next(iter([]))),
    ]


CASES = [
    *((unbound, (n,)) for n in (0, 3)),
    *((of_wrong_kinds, (wrong,)) for wrong in (3, "ab", None, 2.5, [1], 1 << 40)),
    *(
        (large_places, (sign * number,))
        for number in (1 << 30, 1 << 62, (1 << 63) - 1, 1 << 63, 1 << 70)
        for sign in (1, -1)
    ),
    (of_empty_and_uneven, (7,)),
    *((function, (wrong,)) for function in (failed_sorts, few_of) for wrong in (5, 2.5, None, "ba", (2, 1))),
    *((given_by_special_methods, (wrong,)) for wrong in (7, -1, True, 2.5, "ab", None, [1])),
    *(
        (function, (wrong,))
        for function in (in_texts, in_classes, in_collections)
        for wrong in (2, -1, True, 2.5, "ab", None, [3], (4, 5), {6: 7})
    ),
    *((function, (1 << 40,)) for function in (in_classes, in_collections)),  # texts would be as long as that
    *((no_iterators, (wrong,)) for wrong in (-1, 5, 1 << 40, None, "a", [1])),
    *((function, (Callable(),)) for function in (wrong_calls, names_of_functions)),
    (wrong_calls_of_built_ins, ([1, 2],)),
    (lookups, ("missing",)),
    (in_mathematics, ([1],)),
    (in_mathematics, ("4",)),
    (in_mathematics, ((1, 2),)),
    *((function, (wrong,)) for function in (stars, of_iterators, of_containers) for wrong in (5, True, None)),
    (in_place, ({},)),
]
