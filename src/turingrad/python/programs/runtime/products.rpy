# Raw: products and quotients of whole numbers.

def list_times(l, n):
    # A list n times (n tagged): of one item here.
    if n <= 0:
        return empty_list()
    if field(l, 1) != 2:
        return M.repeat(l, n)
    if uge(n, 0x10000000):
        halt(103)
    l = room1(l, (n << 1) + 16)
    v = lw(field(l, 2), 3)
    p = HP + 1
    sw(p, -1, 768 | LIST)
    sw(p, 3, n)
    at = p + 12
    sw(p, 7, at)
    sw(at, -1, (n << 7) + (256 | ARRAY))
    end = at + (n << 1)
    HP = end + 3
    while at != end:
        sw(at, 3, v)
        at += 4
    return p

def float_by_int(a, n):
    # A float times a small int: once, not at all, or less than nothing, without a product.
    h = lw(a, 3)
    if n == 0:
        if ult(h << 1, 0xFFE00000):
            return new_float(h & -0x80000000, 0)
    if n == 2:
        return new_float(h, lw(a, 7))
    if n == -2:
        if ult(h << 1, 0xFFE00000):
            return new_float(h ^ -0x80000000, lw(a, 7))
    n = small_float(n)
    return float_mul(a, n)

def mul_odd(a, b):
    if HAS_FLOAT:
        if a & b & 1:
            if tag(a) == FLOAT:
                if tag(b) == FLOAT:
                    return float_mul(a, b)
        else:
            if a & 1:
                if tag(a) == FLOAT:
                    return float_by_int(a, b)
            else:
                if tag(b) == FLOAT:
                    return float_by_int(b, a)
    if a & 1:
        if tag(a) == LIST:
            if not b & 1:
                return list_times(a, b)
    return mul_slow(a, b)

def divide(a, b):
    if (a | b) & 1:
        if a & 1:
            if tag(a) == FLOAT:
                if not b & 1:
                    b = small_float(b)
                    return float_div(a, b)
                if tag(b) == FLOAT:
                    return float_div(a, b)
        else:
            if tag(b) == FLOAT:
                a = small_float(a)
                return float_div(a, b)
        return M.true_divide(a, b)
    if b == 0:
        return throw(TYPE_ZeroDivisionError, MSG_DIVISION, 0, 0)
    sign = (a ^ b) & -0x80000000
    if a == 0:
        return new_float(sign, 0)
    a = a >> 1
    if a < 0:
        a = -a
    b = b >> 1
    if b < 0:
        b = -b
    return div_words(sign, 1023, a, b)

def mul(a, b):
    if (a | b) & 1:
        return mul_odd(a, b)
    if ult(a, 32):
        x = a
        a = b
        b = x
    if ult(b, 32):
        if ult(b, 4):
            if b:
                return a
            return 0
        if a << 5 >> 5 == a:
            # times 0 to 15: it stays small
            x = 0
            b = shr(b, 1)
            while b:
                if b & 1:
                    x += a
                a = a << 1
                b = shr(b, 1)
            return x
    x = a >> 1
    y = b >> 1
    if ((x >> 14) ^ (x >> 31)) | ((y >> 14) ^ (y >> 31)):
        return mul_wide(x, y)
    if y < 0:
        y = -y
        x = -x
    a = x
    if x < 0:
        a = -x
    if ult(a, y):
        # the smaller one decides how long it takes
        if x < 0:
            x = -y
        else:
            x = y
        y = a
    x = x << 1
    a = 0
    while y:
        if y & 1:
            a += x
        x = x << 1
        y = shr(y, 1)
    return a

def mul_wide(x, y):
    # 31-bit numbers
    s = (x ^ y) >> 31
    if x < 0:
        x = -x
    if y < 0:
        y = -y
    if ult(x, y):
        t = x
        x = y
        y = t
    low, high = unsigned_product(x, y)
    if s:
        low = -low
        high = ~high
        if not low:
            high += 1
    return int64(low, high)

def unsigned_product(x, y):
    # The 64 bits of x * y; the loop takes as long as y has bits.
    low = 0
    high = 0
    xh = 0
    while y:
        if y & 1:
            low += x
            high += xh + ult(low, x)
        xh = (xh << 1) | shr(x, 31)
        x = x << 1
        y = shr(y, 1)
    return low, high

def mul_slow(a, b):
    ia = a
    if a & 1:
        if ult(a - FALSE, 5):
            ia = (a - FALSE) >> 1
    ib = b
    if b & 1:
        if ult(b - FALSE, 5):
            ib = (b - FALSE) >> 1
    if not (ia | ib) & 1:
        return mul(ia, ib)
    ia = is_int(a)
    ib = is_int(b)
    if ia & ib:
        return big_mul(a, b)
    if HAS_FLOAT:
        ta = tag_of(a)
        if ta == FLOAT:
            ia = 1
        tb = tag_of(b)
        if tb == FLOAT:
            ib = 1
        if ia & ib:
            return float_binary(a, b, 2)
    return M.mul_other(a, b)

def big_sign(a):
    return field(a, shr(header(a), 8) - 1) >> 31

def big_magnitude(a):
    # |a| as limbs without a sign, at least one, in a fresh object
    n = shr(header(a), 8) - 1
    p = HP + 1
    HP = HP + (n << 2) + 4
    sw(p, -1, ((n + 1) << 8) | BIG)
    s = field(a, n) >> 31
    carry = s & 1
    i = 1
    while i <= n:
        x = (field(a, i) ^ s) + carry
        carry = carry & ult(x, 1)
        set_field(p, i, x)
        i += 1
    return p

def big_mul(a, b):
    a = limbs(a)
    b = limbs(b)
    na = shr(header(a), 8) - 1
    nb = shr(header(b), 8) - 1
    a, b = room2(a, b, ((na + nb) << 3) + 64)
    sign = big_sign(a)
    s = big_sign(b)
    sign = sign ^ s
    a = big_magnitude(a)
    b = big_magnitude(b)
    n = na + nb + 1
    p = HP + 1
    HP = HP + (n << 2) + 4
    sw(p, -1, ((n + 1) << 8) | BIG)
    i = 1
    while i <= n:
        set_field(p, i, 0)
        i += 1
    i = 1
    while i <= na:
        carry = 0
        j = 1
        x = field(a, i)
        if x:
            while j <= nb:
                low, high = unsigned_product(x, field(b, j))
                low += carry
                high += ult(low, carry)
                y = field(p, i + j - 1)
                low += y
                high += ult(low, y)
                set_field(p, i + j - 1, low)
                carry = high
                j += 1
            set_field(p, i + nb, carry)
        i += 1
    if sign:
        carry = 1
        i = 1
        while i <= n:
            x = ~field(p, i) + carry
            carry = carry & ult(x, 1)
            set_field(p, i, x)
            i += 1
    return trimmed(p)

def divide_words(n, d):
    # Quotient and rest of n by d, both without a sign, d not 0 and below 2^31.
    q = 0
    k = 1
    s = d
    while uge(n, s) and s >= 0:
        s = s << 1
        k = k << 1
    if uge(n, s):
        n -= s
        q = k
    while k != 1:
        s = shr(s, 1)
        k = shr(k, 1)
        if uge(n, s):
            n -= s
            q |= k
    return q, n

def floordiv(a, b):
    if (a | b) & 1:
        return floordiv_slow(a, b)
    if b == 0:
        return throw(TYPE_ZeroDivisionError, MSG_INT_DIVISION, 0, 0)
    if b == 4:
        return (a >> 1) & -2
    return floordiv_small(a >> 1, b >> 1)

def floordiv_small(x, y):
    s = (x ^ y) >> 31
    if x < 0:
        x = -x
    if y < 0:
        y = -y
    q, r = divide_words(x, y)
    if s:
        q = -q
        if r:
            q -= 1
    return int32(q)

def mod(a, b):
    if (a | b) & 1:
        return mod_slow(a, b)
    if b == 0:
        return throw(TYPE_ZeroDivisionError, MSG_INT_MODULO, 0, 0)
    if b > 0:
        if not b & (b - 1):
            return a & (b - 1)
        if uge(b, 0x40000000):
            return mod_small(a >> 1, b >> 1)
        if a >= 0:
            # both tagged: the rest of 2 x by 2 y is 2 (x mod y)
            s = b
            while uge(a, s):
                s = s << 1
            while s != b:
                s = shr(s, 1)
                if uge(a, s):
                    a -= s
            return a
    return mod_small(a >> 1, b >> 1)

def mod_small(x, y):
    s = x ^ y
    t = y
    if x < 0:
        x = -x
    if y < 0:
        y = -y
    q, r = divide_words(x, y)
    if r:
        if s < 0:
            r = y - r
        if t < 0:
            r = -r
    return r << 1

def floordiv_slow(a, b):
    ia = is_int(a)
    ib = is_int(b)
    if ia & ib:
        return M.int_floordiv(a, b)
    return M.floordiv_other(a, b)

def mod_slow(a, b):
    ia = is_int(a)
    ib = is_int(b)
    if ia & ib:
        return M.int_mod(a, b)
    return M.mod_other(a, b)

def big_divide_limb(a, b):
    # For managed code: (quotient, rest) of a BIG a >= 0 by a small b, 0 < b < 2^16; the rest goes to S.scratch.
    n = shr(header(a), 8) - 1
    a = room1(a, (n << 2) + 8)
    d = b >> 1
    p = HP + 1
    HP = HP + (n << 2) + 4
    sw(p, -1, ((n + 1) << 8) | BIG)
    rest = 0
    i = n
    while i:
        x = field(a, i)
        t = (rest << 16) | shr(x, 16)
        high, rest = divide_words(t, d)
        t = (rest << 16) | (x & 0xFFFF)
        low, rest = divide_words(t, d)
        set_field(p, i, (high << 16) | low)
        i -= 1
    S.scratch = rest << 1
    return trimmed(p)

def last_rest():
    return S.scratch

def bit_length(a):
    a = limbs(a)
    n = shr(header(a), 8) - 1
    x = field(a, n)
    s = x >> 31
    if s:
        # |x|: its bit length is that of ~x, but for exact powers of two
        return bit_length_negative(a, n)
    k = 0
    while x:
        x = shr(x, 1)
        k += 1
    return (k + ((n - 1) << 5)) << 1

def bit_length_negative(a, n):
    a = room1(a, (n << 2) + 8)
    p = big_magnitude(a)
    while n > 1:
        if field(p, n):
            break
        n -= 1
    x = field(p, n)
    k = 0
    while x:
        x = shr(x, 1)
        k += 1
    return (k + ((n - 1) << 5)) << 1

def limb_count(a):
    # limbs of an int
    if a & 1:
        if tag(a) == BIG:
            return (shr(header(a), 8) - 1) << 1
    return 2

def big_divide_words(a, b):
    # Knuth's division bit by bit is enough: a >= 0, b > 0 with at least two limbs. Returns the quotient, the rest in S.rest.
    na = shr(header(a), 8) - 1
    nb = shr(header(b), 8) - 1
    a, b = room2(a, b, ((na + nb + 4) << 3) + 16)
    q = HP + 1
    HP = HP + (na << 2) + 4
    sw(q, -1, ((na + 1) << 8) | BIG)
    r = HP + 1
    HP = HP + (nb << 2) + 8
    sw(r, -1, ((nb + 2) << 8) | BIG)
    i = 1
    while i <= nb + 1:
        set_field(r, i, 0)
        i += 1
    i = na
    while i:
        y = divide_bits(r, b, nb, field(a, i))
        set_field(q, i, y)
        i -= 1
    S.rest = r
    q = trimmed(q)
    S.scratch = q
    S.rest = trimmed(S.rest)
    return S.scratch

def divide_bits(r, b, nb, x):
    # 32 steps of the schoolbook division in base two: r takes the bits of x, and gives back b where it can.
    k = 32
    y = 0
    while k:
        c = shr(x, 31)
        x = x << 1
        j = 1
        while j <= nb:
            t = field(r, j)
            set_field(r, j, (t << 1) | c)
            c = shr(t, 31)
            j += 1
        y = y << 1
        if not c:
            j = nb
            c = 1
            while j:
                t = field(r, j)
                u = field(b, j)
                if t != u:
                    c = ult(u, t)
                    break
                j -= 1
        if c:
            y |= 1
            c = 0
            j = 1
            while j <= nb:
                t = field(r, j)
                u = field(b, j)
                v = t - u
                set_field(r, j, v - c)
                c = ult(t, u) | ult(v, c)
                j += 1
        k -= 1
    return y

def big_rest():
    return S.rest

def wide_big(a):
    # For managed code: an int as a BIG object, which may have one limb that would be small.
    return limbs(a)
