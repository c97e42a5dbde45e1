"""Learn a parity function exactly by Gaussian elimination over GF(2)."""


class Learner:
    def __init__(self):
        self.rows = {}  # pivot bit -> (mask with label in the lowest bit)

    @staticmethod
    def encode(x):
        mask = 0
        for bit in x:
            mask = mask << 1 | int(bit)
        return mask

    def reduce(self, row):
        for pivot in sorted(self.rows, reverse=True):
            if row >> pivot & 1:
                row ^= self.rows[pivot]
        return row

    def update(self, x, y):
        row = self.reduce(self.encode(x) << 1 | int(y))
        if row > 1:
            self.rows[row.bit_length() - 1] = row

    def predict(self, x):
        return self.reduce(self.encode(x) << 1) & 1


def bits(n, width):
    return [(n >> i) & 1 for i in range(width)]


XS5 = [bits((13 * k + 5) % 32, 5) for k in range(12)]
XS6 = [bits((29 * k + 3) % 64, 6) for k in range(20)]

CASES = [
    (XS5, [(x[0] + x[3]) % 2 for x in XS5], [bits(i, 5) for i in range(0, 32, 3)]),
    (XS6, [sum(x) % 2 for x in XS6], [bits(i, 6) for i in range(0, 64, 5)]),
    (XS6[:10], [0] * 10, [bits(63, 6), bits(0, 6)]),
]
