# ruff: noqa
"""The shortest word ladder by bidirectional breadth-first search over wildcard buckets."""

from collections import defaultdict

WORDS = """
cold cord card ward warm worm word wood good gold bold bald ball bell tell tall
cat cot cog dog dot hot hat had bad bed red rod nod
head heal teal tell tall tail
""".split()


def patterns(word):
    for i in range(len(word)):
        yield word[:i] + "_" + word[i + 1 :]


def build_index(words):
    index = defaultdict(list)
    for word in words:
        for p in patterns(word):
            if word not in index[p]:
                index[p].append(word)
    return index


INDEX = build_index(WORDS)


def expand(frontier, parents):
    found = []
    for word in frontier:
        for p in patterns(word):
            for other in INDEX.get(p, ()):
                if other not in parents:
                    parents[other] = word
                    found.append(other)
    return found


def unwind(parents, word):
    path = []
    while word is not None:
        path.append(word)
        word = parents[word]
    return path


def ladder(start, end):
    if start == end:
        return [start]
    front, back = {start: None}, {end: None}
    a, b = [start], [end]
    while a and b:
        if len(a) <= len(b):
            a = expand(a, front)
        else:
            b = expand(b, back)
        meeting = [w for w in front if w in back]
        if meeting:
            middle = min(meeting)
            return unwind(front, middle)[::-1] + unwind(back, middle)[1:]
    return None


def main(start, end):
    for word in (start, end):
        if word not in WORDS:
            return f"{word!r} is not in the list"
    path = ladder(start, end)
    if path is None:
        return f"no ladder from {start} to {end}"
    return " -> ".join(path), len(path) - 1


CASES = [
    ("cold", "warm"),
    ("cat", "dog"),
    ("head", "tail"),
    ("gold", "gold"),
    ("cat", "cold"),
    ("cow", "dog"),
    ("hot", "nod"),
    ("ball", "good"),
]
