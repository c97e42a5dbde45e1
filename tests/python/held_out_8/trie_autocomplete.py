# ruff: noqa
"""Trie with autocompletion, wildcard search and spelling suggestions."""


class Trie:
    class _Node:
        __slots__ = ("children", "count")

        def __init__(self):
            self.children = {}
            self.count = 0

    def __init__(self, words=()):
        self._root = self._Node()
        self._size = 0
        for w in words:
            self.add(w)

    def add(self, word):
        node = self._root
        for ch in word:
            node = node.children.setdefault(ch, self._Node())
        if not node.count:
            self._size += 1
        node.count += 1

    def __len__(self):
        return self._size

    def _find(self, prefix):
        node = self._root
        for ch in prefix:
            node = node.children.get(ch)
            if node is None:
                return None
        return node

    def __contains__(self, word):
        node = self._find(word)
        return node is not None and node.count > 0

    def _walk(self, node, prefix):
        if node.count:
            yield prefix, node.count
        for ch in sorted(node.children):
            yield from self._walk(node.children[ch], prefix + ch)

    def __iter__(self):
        return (w for w, _ in self._walk(self._root, ""))

    def complete(self, prefix, k=3):
        node = self._find(prefix)
        if node is None:
            return []
        found = sorted(self._walk(node, prefix), key=lambda wc: (-wc[1], wc[0]))
        return [w for w, _ in found[:k]]

    def match(self, pattern, node=None, done=""):
        node = node or self._root
        if not pattern:
            if node.count:
                yield done
            return
        head, rest = pattern[0], pattern[1:]
        options = sorted(node.children) if head == "?" else [head] if head in node.children else []
        for ch in options:
            yield from self.match(rest, node.children[ch], done + ch)

    def within(self, word, distance):
        results = []
        first = list(range(len(word) + 1))

        def visit(node, text, row):
            if node.count and row[-1] <= distance:
                results.append((row[-1], text))
            if min(row) > distance:
                return
            for ch, child in node.children.items():
                nxt = [row[0] + 1]
                for i, target in enumerate(word, 1):
                    nxt.append(min(nxt[-1] + 1, row[i] + 1, row[i - 1] + (ch != target)))
                visit(child, text + ch, nxt)

        visit(self._root, "", first)
        return sorted(results)


def main(text, query):
    trie = Trie(text.casefold().split())
    if "?" in query:
        return list(trie.match(query))
    print(len(trie), query in trie, *list(trie)[:4], sep=" | ")
    return trie.complete(query), trie.within(query, 1)


WORDS = "car care cart care cat dog door Dot do car care bard Card straße"

CASES = [
    (WORDS, "car"),
    (WORDS, "do"),
    (WORDS, "?ar?"),
    (WORDS, "zebra"),
    (WORDS, ""),
    ("", "a"),
    (WORDS, "d?"),
    (WORDS, "strasse"),
]
