# Raw: a * b + c of doubles, rounded once, and the parts of doubles that the C library's functions work with.

def float_fma(a, b, c):
    # Subnormal operands do not occur where this is used; zeros, infinities and not-a-numbers have an exact product.
    ea = shr(lw(a, 3), 20) & 0x7FF
    eb = shr(lw(b, 3), 20) & 0x7FF
    ec = shr(lw(c, 3), 20) & 0x7FF
    if ult(ea - 1, 0x7FE) and ult(eb - 1, 0x7FE) and ult(ec - 1, 0x7FE):
        S.t4 = ea + eb
        fma_product((lw(a, 3) & 0xFFFFF) | 0x100000, lw(a, 7), (lw(b, 3) & 0xFFFFF) | 0x100000, lw(b, 7))
        return fma_sum(lw(a, 3) ^ lw(b, 3), S.t4 - 2162, c)
    p = float_mul(a, b)
    return float_add(p, c, 0)

def fma_product(ah, al, bh, bl):
    # The 106 bits of the product times 2^12, in the first four words of the scratch table, highest first.
    fill_multiples(ah, al)
    t = address("multiples")
    x = 0
    y = 0
    low = 0
    n = 8
    if bl == 0:
        n = 0
    while n:
        at = t + ((bl & 15) << 3)
        bl = shr(bl, 4)
        q = lw(at, 4)
        y += q
        x += lw(at, 0) + ult(y, q)
        low = shr(low, 4) | (y << 28)
        y = shr(y, 4) | (x << 28)
        x = shr(x, 4)
        n -= 1
    # the high word of b has 21 bits: five times four, and its leading 1
    while bh != 1:
        at = t + ((bh & 15) << 3)
        bh = shr(bh, 4)
        q = lw(at, 4)
        y += q
        x += lw(at, 0) + ult(y, q)
        n = shr(n, 4) | (y << 28)
        y = shr(y, 4) | (x << 28)
        x = shr(x, 4)
    y += al
    x += ah + ult(y, al)
    sw(t, 0, x)
    sw(t, 4, y)
    sw(t, 8, n | shr(low, 20))
    sw(t, 12, low << 12)

def square_odd(a):
    # a ** 2 of what is no small int
    if HAS_FLOAT:
        if tag(a) == FLOAT:
            r = float_square(a)
            if r:
                return r
    return M.power(a, 4)

def float_square(a):
    # a * a if no pow can round it in another way: within 0.47 units of the exact product, far from the smallest and
    # the largest numbers. Else 0.
    e = shr(lw(a, 3), 20) & 0x7FF
    if uge(e - 600, 801):
        return 0
    x = (lw(a, 3) & 0xFFFFF) | 0x100000
    S.t4 = e + e - 1024
    fma_product(x, lw(a, 7), x, lw(a, 7))
    t = address("multiples")
    e = S.t4
    x = lw(t, 0)
    y = lw(t, 4)
    rest = lw(t, 8)
    # the leading 1 of the product is bit 20 or 21 of x; `rest` is what follows the 53 bits, in units of 2^-32
    if shr(x, 21):
        rest = shr(rest, 1) | (y << 31)
        y = shr(y, 1) | (x << 31)
        x = shr(x, 1)
        e += 1
    if ult(rest - 0x78000000, 0x10000000):
        return 0
    rest = shr(rest, 31)
    y += rest
    x += ult(y, rest)
    return new_float((e << 20) + x, y)

def fma_sum(sign, e, c):
    # The product's lowest bit counts 2^e; c has its 53 bits in the two higher of four words.
    t = address("multiples")
    x = lw(c, 3)
    d = (shr(x, 20) & 0x7FF) - 1139
    sw(t, 16, (x & 0xFFFFF) | 0x100000)
    sw(t, 20, lw(c, 7))
    sw(t, 24, 0)
    sw(t, 28, 0)
    if d <= e:
        shift_words(t + 16, e - d)
    else:
        shift_words(t, d - e)
        e = d
    if (sign ^ lw(c, 3)) < 0:
        return fma_difference(sign, e)
    t = address("multiples")
    q = lw(t, 28)
    w = lw(t, 12) + q
    k = ult(w, q)
    q = lw(t, 24)
    v = lw(t, 8) + q
    n = ult(v, q)
    v += k
    n = n | ult(v, k)
    q = lw(t, 20)
    y = lw(t, 4) + q
    k = ult(y, q)
    y += n
    k = k | ult(y, n)
    x = lw(t, 0) + lw(t, 16) + k
    return fma_finish(sign, e, x, y, v, w)

def shift_words(at, n):
    # Four words to the right; what falls out is sticky.
    lost = 0
    if n > 160:
        n = 160
    while n >= 32:
        lost |= lw(at, 12)
        sw(at, 12, lw(at, 8))
        sw(at, 8, lw(at, 4))
        sw(at, 4, lw(at, 0))
        sw(at, 0, 0)
        n -= 32
    if n:
        k = 32 - n
        x = lw(at, 12)
        lost |= x << k
        y = lw(at, 8)
        sw(at, 12, shr(x, n) | (y << k))
        x = lw(at, 4)
        sw(at, 8, shr(y, n) | (x << k))
        y = lw(at, 0)
        sw(at, 4, shr(x, n) | (y << k))
        sw(at, 0, shr(y, n))
    if lost:
        sw(at, 12, lw(at, 12) | 1)

def fma_difference(sign, e):
    t = address("multiples")
    w = lw(t, 12)
    q = lw(t, 28)
    k = ult(w, q)
    w = w - q
    v = lw(t, 8)
    q = lw(t, 24)
    n = ult(v, q)
    v = v - q
    n = n | ult(v, k)
    v = v - k
    y = lw(t, 4)
    q = lw(t, 20)
    k = ult(y, q)
    y = y - q
    k = k | ult(y, n)
    y = y - n
    x = lw(t, 0) - lw(t, 16) - k
    if x < 0:
        sign = ~sign
        w = -w
        k = 0
        if w:
            k = 1
        v = -v - k
        if v | w:
            k = 1
        y = -y - k
        if (y | v) | w:
            k = 1
        x = -x - k
    if not (x | y) | (v | w):
        return new_float(0, 0)
    return fma_finish(sign, e, x, y, v, w)

def fma_finish(sign, e, x, y, v, w):
    # Words x, y, v, w, not all 0, whose lowest bit counts 2^e: the leading 1 goes to bit 23 of x.
    while x == 0:
        x = y
        y = v
        v = w
        w = 0
        e -= 32
    while ult(x, 0x800000):
        x = (x << 1) | shr(y, 31)
        y = (y << 1) | shr(v, 31)
        v = (v << 1) | shr(w, 31)
        w = w << 1
        e -= 1
    while shr(x, 24):
        w |= y & 1
        y = shr(y, 1) | (x << 31)
        x = shr(x, 1)
        e += 1
    if v | w:
        y |= 1
    e += 1142
    while e < 1:
        y = shr(y, 1) | (x << 31) | (y & 1)
        x = shr(x, 1)
        e += 1
    if e > 2047:
        e = 2047
    return round_pack(sign & -0x80000000, e, x, y)

def float_low(x):
    # For managed code: the low word, as a small number.
    return lw(x, 7) << 1

def float_shift(x, n):
    # For managed code: x times 2^n, both normal.
    return new_float(lw(x, 3) + (n << 19), lw(x, 7))

def float_octave(x, off):
    # For managed code: which power of two the high word is beyond the word `off`.
    return ((lw(x, 3) - (off >> 1)) >> 20) << 1

def float_cell(x, off, bits):
    # For managed code: the `bits` highest bits of the distance from `off` within its octave.
    n = bits >> 1
    return (shr((lw(x, 3) - (off >> 1)) << 12, 32 - n)) << 1

def float_top(x):
    # For managed code: x with its low word cleared.
    return new_float(lw(x, 3), 0)
