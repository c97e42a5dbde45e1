"""Stable matching by Gale and Shapley, with a check of stability."""


def match(proposers, receivers):
    ranking = {r: {p: i for i, p in enumerate(prefs)} for r, prefs in receivers.items()}
    choices = {p: iter(prefs) for p, prefs in proposers.items()}
    engaged = {}
    free = list(reversed(proposers))
    proposals = 0
    while free:
        p = free.pop()
        r = next(choices[p], None)
        if r is None:
            continue
        proposals += 1
        rival = engaged.get(r)
        if p not in ranking[r]:
            free.append(p)
        elif rival is None:
            engaged[r] = p
        elif ranking[r][p] < ranking[r][rival]:
            engaged[r] = p
            free.append(rival)
        else:
            free.append(p)
    return {p: r for r, p in engaged.items()}, proposals


def blocking(pairs, proposers, receivers):
    partner = {r: p for p, r in pairs.items()}
    for p, prefs in proposers.items():
        for r in prefs:
            if pairs.get(p) == r:
                break
            order = receivers[r]
            if p in order and (r not in partner or order.index(p) < order.index(partner[r])):
                yield p, r


def main(proposers, receivers):
    pairs, proposals = match(proposers, receivers)
    return dict(sorted(pairs.items())), proposals, list(blocking(pairs, proposers, receivers))


CASES = [
    ({}, {}),
    ({"a": ["x"]}, {"x": ["a"]}),
    ({"a": ["x", "y"], "b": ["x", "y"]}, {"x": ["b", "a"], "y": ["a", "b"]}),
    ({"a": ["x"], "b": ["x"]}, {"x": ["b", "a"]}),
    ({"a": ["x"]}, {"x": []}),
    (
        {1: [11, 12, 13, 14], 2: [12, 13, 11, 14], 3: [11, 13, 14, 12], 4: [14, 11, 12, 13]},
        {11: [4, 3, 2, 1], 12: [1, 2, 3, 4], 13: [2, 4, 1, 3], 14: [3, 1, 4, 2]},
    ),
]
