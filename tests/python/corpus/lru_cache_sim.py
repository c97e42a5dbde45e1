"""A least recently used cache on a doubly linked list, and its hit rate."""


class Node:
    __slots__ = ("key", "next", "prev", "value")

    def __init__(self, key=None, value=None):
        self.key = key
        self.value = value
        self.prev = self.next = None


class LRUCache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.nodes = {}
        self.head = Node()
        self.tail = Node()
        self.head.next = self.tail
        self.tail.prev = self.head
        self.hits = self.misses = 0

    def _unlink(self, node):
        node.prev.next = node.next
        node.next.prev = node.prev

    def _push_front(self, node):
        node.next = self.head.next
        node.prev = self.head
        self.head.next.prev = node
        self.head.next = node

    def get(self, key):
        node = self.nodes.get(key)
        if node is None:
            self.misses += 1
            return None
        self.hits += 1
        self._unlink(node)
        self._push_front(node)
        return node.value

    def put(self, key, value):
        if key in self.nodes:
            node = self.nodes[key]
            node.value = value
            self._unlink(node)
        else:
            if len(self.nodes) >= self.capacity:
                last = self.tail.prev
                self._unlink(last)
                del self.nodes[last.key]
            node = Node(key, value)
            self.nodes[key] = node
        self._push_front(node)

    def __iter__(self):
        node = self.head.next
        while node is not self.tail:
            yield node.key
            node = node.next

    def __len__(self):
        return len(self.nodes)


def main(capacity, requests):
    cache = LRUCache(capacity)
    for key in requests:
        if cache.get(key) is None:
            cache.put(key, str(key) * 2)
    return cache.hits, cache.misses, list(cache), len(cache)


CASES = [
    (2, [1, 2, 1, 3, 2, 1]),
    (1, "aabbaa"),
    (3, []),
    (3, "abracadabra"),
    (4, [7, 0, 1, 2, 0, 3, 0, 4, 2, 3, 0, 3, 2]),
    (10, list(range(12)) + list(range(12))),
]
