"""Loops over dicts and lists that change what they go through; of dicts, it depends on their tables what comes then."""

import random


def changed_in_a_loop(operations, n, kind, removed):
    """A dict of n keys, from whose table more are gone, and what a loop over it, its items or its values meets."""
    d = {i: i for i in range(n)}
    for i in range(removed):
        d[1000 + i] = 0
    for i in range(removed):
        del d[1000 + i]
    met, done = [], 0
    try:
        for each in {0: d, 1: d.items(), 2: d.values()}[kind]:
            met.append(each)
            for operation, key in operations[done : done + 2]:
                done += 1
                if operation == 0:
                    d.pop(key, None)
                    d[key] = 7
                elif operation == 1 and key in d:
                    del d[key]
                    d[key + 50 + done] = 1
                elif operation == 2 and d:
                    first = next(iter(d))
                    d[first + 200] = d.pop(first)
                elif operation == 3:
                    d[key] = 5
    except RuntimeError as error:
        met.append(str(error))
    return met, list(d)


def change_all(cases):
    return [changed_in_a_loop(*case) for case in cases]


def in_a_display(k):
    d = {0: k, 1: k, 2: k, 3: k, 4: k, 5: k, 6: k, 7: k, 8: k, 9: k, 10: k}
    met = []
    try:
        for each in d:
            met.append(each)
            d[each + 20] = d.pop(each)
    except RuntimeError as error:
        met.append(str(error))
    return met


def random_cases(seed, count):
    drawn = random.Random(seed)
    return [
        (
            [
                (drawn.randrange(4 if drawn.random() < 0.3 else 3), drawn.randrange(9))
                for _ in range(drawn.randrange(20))
            ],
            drawn.randrange(9),
            drawn.randrange(3),
            drawn.choice([0, 0, 2, 7]),
        )
        for _ in range(count)
    ]


TABLE = {"a": 1, "b": 2, "c": 3, "d": 4}


def static(k):
    met = []
    try:
        for each in TABLE:
            met.append(each)
            TABLE[each + k] = TABLE.pop(each)
    except RuntimeError as error:
        met.append(str(error))
    return met


class Shrinks:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, place):
        if place >= self.n:
            raise IndexError(place)
        self.n -= 2
        return place


def backward(n):
    items, more, met = list(range(n)), [1, 2], []
    late = reversed(more)
    more.append(3)
    for each in reversed(items):
        met.append(each)
        del items[0:2]
    return met, items, list(late), list(reversed(Shrinks(n))), list(reversed(range(n))), list(reversed("abc"))


CASES = [
    *((backward, (n,)) for n in (2, 7, 12)),
    *((change_all, (random_cases(seed, 150),)) for seed in range(6)),
    *((function, ("x",)) for function in (in_a_display, static)),
]
