"""An unbalanced binary search tree with insertion, deletion and traversal."""


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


class BinarySearchTree:
    def __init__(self, keys=()):
        self.root = None
        for k in keys:
            self.insert(k)

    def insert(self, key):
        if self.root is None:
            self.root = Node(key)
            return
        node = self.root
        while True:
            if key == node.key:
                return
            side = "left" if key < node.key else "right"
            child = getattr(node, side)
            if child is None:
                setattr(node, side, Node(key))
                return
            node = child

    def delete(self, key):
        self.root = self._delete(self.root, key)

    def _delete(self, node, key):
        if node is None:
            return None
        if key < node.key:
            node.left = self._delete(node.left, key)
        elif key > node.key:
            node.right = self._delete(node.right, key)
        else:
            if node.left is None:
                return node.right
            if node.right is None:
                return node.left
            successor = node.right
            while successor.left:
                successor = successor.left
            node.key = successor.key
            node.right = self._delete(node.right, successor.key)
        return node

    def __iter__(self):
        def walk(node):
            if node:
                yield from walk(node.left)
                yield node.key
                yield from walk(node.right)

        return walk(self.root)

    def __contains__(self, key):
        node = self.root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node is not None

    def height(self):
        def h(node):
            return 0 if node is None else 1 + max(h(node.left), h(node.right))

        return h(self.root)


def main(keys, removals):
    tree = BinarySearchTree(keys)
    before = tree.height()
    present = [r in tree for r in removals]
    for r in removals:
        tree.delete(r)
    return list(tree), before, tree.height(), present


CASES = [
    ([5, 2, 8, 1, 9, 3], [2, 5]),
    ([], [1]),
    ([1], [1]),
    (list(range(10)), [0, 9, 4]),
    (["pear", "apple", "fig", "apple"], ["fig", "kiwi"]),
    ([(i * 17) % 31 for i in range(20)], [17, 3, 20, 0]),
]
