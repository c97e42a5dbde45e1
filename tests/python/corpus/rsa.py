"""Textbook RSA: a key pair from two primes, encryption and decryption of a short text."""


def egcd(a, b):
    if b == 0:
        return a, 1, 0
    g, x, y = egcd(b, a % b)
    return g, y, x - (a // b) * y


def inverse(a, m):
    g, x, _ = egcd(a, m)
    if g != 1:
        raise ValueError("not invertible")
    return x % m


def make_key(p, q, e=65537):
    n = p * q
    phi = (p - 1) * (q - 1)
    return (n, e), (n, inverse(e, phi))


def crypt(message, key):
    n, exponent = key
    return pow(message, exponent, n)


def to_int(text):
    return int.from_bytes(text.encode("ascii"), "big")


def to_text(number):
    return number.to_bytes((number.bit_length() + 7) // 8, "big").decode("ascii")


def main(p, q, text):
    try:
        public, private = make_key(p, q)
    except ValueError as error:
        return str(error)
    m = to_int(text)
    if m >= public[0]:
        return "message too long"
    c = crypt(m, public)
    return c, to_text(crypt(c, private))


P = 2**89 - 1
Q = 2**107 - 1

CASES = [
    (P, Q, "hello"),
    (P, Q, "attack at dawn"),
    (P, Q, ""),
    (P, Q, "x" * 40),
    (61, 53, "A"),
    (2**61 - 1, 2**31 - 1, "key"),
    (65537 * 6 + 1, 11, "a"),
]
