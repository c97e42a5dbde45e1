# ruff: noqa
"""A prefix tree with weighted words and completion of a prefix."""


class Trie:
    def __init__(self):
        self.children = {}
        self.weight = None

    def insert(self, word, weight=1):
        node = self
        for ch in word:
            if ch not in node.children:
                node.children[ch] = Trie()
            node = node.children[ch]
        node.weight = (node.weight or 0) + weight

    def walk(self, prefix=""):
        if self.weight is not None:
            yield prefix, self.weight
        for ch in sorted(self.children):
            yield from self.children[ch].walk(prefix + ch)

    def find(self, prefix):
        node = self
        for ch in prefix:
            node = node.children.get(ch)
            if node is None:
                return None
        return node


def main(words, prefix, k):
    trie = Trie()
    for w in words:
        trie.insert(w)
    node = trie.find(prefix)
    if node is None:
        return []
    found = list(node.walk(prefix))
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return found[:k]


WORDS = "the then there these they the this that the tea ten to in inn i a an and the to".split()

CASES = [
    (WORDS, "th", 3),
    (WORDS, "", 5),
    (WORDS, "in", 10),
    (WORDS, "x", 3),
    (WORDS, "the", 0),
    ([], "", 2),
    (["", "a", ""], "", 3),
]
