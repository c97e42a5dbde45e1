# ruff: noqa
"""The most frequent words of a text, as an aligned table with bars."""

from collections import Counter, defaultdict

STOP = frozenset("the a an of and to in is it that".split())


def words(text: str):
    for raw in text.split():
        word = raw.strip(".,;:!?\"'()").lower()
        if word and word not in STOP:
            yield word


def main(text: str, top: int = 4) -> str:
    counts = Counter(words(text))
    widest = max(map(len, counts), default=0)
    lines = []
    for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:top]:
        share = count / sum(counts.values())
        lines.append(f"{word:<{widest}} {count:>3d} {share:6.1%} {'#' * count}")
    by_length = defaultdict(set)
    for word in counts:
        by_length[len(word)].add(word)
    lines.append("-" * (widest + 4))
    for length in sorted(by_length, reverse=True)[:2]:
        lines.append(f"{length}: {', '.join(sorted(by_length[length]))}".title())
    return "\n".join(lines)


CASES = [
    ("The cat saw the dog. The dog, it is said, saw a bird; that bird saw nothing of the cat!", 4),
    ("To be, or not to be: that is the question.",),
]
