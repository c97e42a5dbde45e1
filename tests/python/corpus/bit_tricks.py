"""Gray codes, population counts, subsets of masks and bit reversal."""


def popcount(x):
    n = 0
    while x:
        x &= x - 1
        n += 1
    return n


def reverse(x, width):
    result = 0
    for _ in range(width):
        result = result << 1 | x & 1
        x >>= 1
    return result


def submasks(mask):
    sub = mask
    while True:
        yield sub
        if sub == 0:
            return
        sub = (sub - 1) & mask


def gray(n):
    return n ^ n >> 1


def ungray(g):
    n = 0
    while g:
        n ^= g
        g >>= 1
    return n


def main(x, width):
    assert ungray(gray(x)) == x
    return {
        "ones": popcount(x),
        "reversed": bin(reverse(x, width)),
        "gray": gray(x),
        "subsets": list(submasks(x & 0b10111)),
        "lowest": x & -x,
        "power of two": x > 0 and x & (x - 1) == 0,
        "inverted": ~x & ((1 << width) - 1),
        "hex": f"{x:0{width // 4 + 1}x}",
    }


CASES = [(0, 8), (1, 8), (0b1011, 8), (255, 8), (2**40 + 5, 48), (64, 7), (12345, 16)]
