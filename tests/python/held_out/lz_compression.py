"""LZ77 with a small window, tokens as tuples, and LZW codes."""


def lz77(s, window=16):
    i, tokens = 0, []
    while i < len(s):
        best = (0, 0)
        for start in range(max(0, i - window), i):
            n = 0
            while i + n < len(s) - 1 and s[start + n] == s[i + n]:
                n += 1
            if n > best[1]:
                best = (i - start, n)
        tokens.append((*best, s[i + best[1]]))
        i += best[1] + 1
    return tokens


def expand(tokens):
    out = []
    for distance, n, ch in tokens:
        for _ in range(n):
            out.append(out[-distance])
        out.append(ch)
    return "".join(out)


def lzw(s):
    table = {ch: k for k, ch in enumerate(sorted(set(s)))}
    codes, w = [], ""
    for ch in s:
        if w + ch in table:
            w += ch
        else:
            codes.append(table[w])
            table[w + ch] = len(table)
            w = ch
    return codes + [table[w]] if w else codes


def main(s):
    tokens = lz77(s)
    if expand(tokens) != s:
        raise AssertionError("round trip failed")
    return tokens, lzw(s)


CASES = [("",), ("a",), ("aaaaaaaa",), ("abracadabra abracadabra",), ("abcdefg",), ("banana band",), ("01" * 15,)]
