"""Count the solutions of the n queens problem with bit masks, and give the first."""


def main(n):
    full = (1 << n) - 1
    first = None
    placed = []

    def place(cols, left, right):
        nonlocal first
        if cols == full:
            if first is None:
                first = list(placed)
            return 1
        count = 0
        free = full & ~(cols | left | right)
        while free:
            bit = free & -free
            free ^= bit
            placed.append(bit.bit_length() - 1)
            count += place(cols | bit, (left | bit) << 1, (right | bit) >> 1)
            placed.pop()
        return count

    total = place(0, 0, 0)
    return total, first


CASES = [(0,), (1,), (2,), (3,), (4,), (5,), (6,), (7,)]
