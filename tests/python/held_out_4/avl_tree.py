# ruff: noqa
"""An AVL tree with insertion, deletion and in-order iteration."""

from functools import reduce


class Node:
    def __init__(self, key):
        self.key, self.height = key, 1
        self.left = self.right = None


def height(node):
    return node.height if node else 0


def refresh(node):
    node.height = 1 + max(height(node.left), height(node.right))


def rotate(node, left):
    if left:
        pivot, node.right = node.right, node.right.left
        pivot.left = node
    else:
        pivot, node.left = node.left, node.left.right
        pivot.right = node
    refresh(node)
    refresh(pivot)
    return pivot


def rebalance(node):
    refresh(node)
    balance = height(node.left) - height(node.right)
    if balance > 1:
        if height(node.left.left) < height(node.left.right):
            node.left = rotate(node.left, left=True)
        node = rotate(node, left=False)
    elif balance < -1:
        if height(node.right.right) < height(node.right.left):
            node.right = rotate(node.right, left=False)
        node = rotate(node, left=True)
    return node


def insert(node, key):
    if node is None:
        return Node(key)
    if key < node.key:
        node.left = insert(node.left, key)
    elif key > node.key:
        node.right = insert(node.right, key)
    return rebalance(node)


def delete(node, key):
    if node is None:
        raise KeyError(key)
    if key < node.key:
        node.left = delete(node.left, key)
    elif key > node.key:
        node.right = delete(node.right, key)
    elif node.left is None or node.right is None:
        return node.left or node.right
    else:
        node.key = next(inorder(node.right))
        node.right = delete(node.right, node.key)
    return rebalance(node)


def inorder(node):
    if node:
        yield from (*inorder(node.left), node.key, *inorder(node.right))


def main(keys, removals):
    root, missing = reduce(insert, keys, None), []
    for key in removals:
        try:
            root = delete(root, key)
        except KeyError as error:
            missing.append(error.args[0])
    return list(inorder(root)), height(root), missing


CASES = [
    ([5, 3, 8, 1, 4, 7, 9], [3, 5]),
    (list(range(30)), [0, 15, 29, 99]),
    (list("balanced"), ["a", "z"]),
    ([], [1]),
    ([2, 2, 2], [2, 2]),
    ([(i * 37) % 50 for i in range(50)], list(range(0, 50, 2))),
]
