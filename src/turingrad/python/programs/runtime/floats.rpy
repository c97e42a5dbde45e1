# Raw: IEEE doubles, rounded to nearest, ties to even. Field 1 is the high word (sign, exponent, 20 bits), field 2 the low.

def new_float(high, low):
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | FLOAT)
    sw(p, 3, high)
    sw(p, 7, low)
    return p

def float_binary(a, b, op):
    # Numbers of any kind; op: 0 + 1 - 2 * 3 /
    if not a & 1:
        a = small_float(a)
    if not b & 1:
        b = small_float(b)
    if tag(a) != FLOAT:
        a = other_float(a)
        if a == HOLE:
            return throw(TYPE_OverflowError, MSG_INT_TO_FLOAT, 0, 0)
    if tag(b) != FLOAT:
        b = other_float(b)
        if b == HOLE:
            return throw(TYPE_OverflowError, MSG_INT_TO_FLOAT, 0, 0)
    if op == 0:
        return float_add(a, b, 0)
    if op == 1:
        return float_add(a, b, -0x80000000)
    if op == 2:
        return float_mul(a, b)
    return float_div(a, b)

def small_float(a):
    # A small int is exact.
    if a == 0:
        return new_float(0, 0)
    sign = a & -0x80000000
    x = a >> 1
    if x < 0:
        x = -x
    e = 1054
    if not shr(x, 16):
        x = x << 16
        e -= 16
    if not shr(x, 24):
        x = x << 8
        e -= 8
    if not shr(x, 28):
        x = x << 4
        e -= 4
    while x >= 0:
        x = x << 1
        e -= 1
    x = x << 1
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | FLOAT)
    sw(p, 3, sign | (e << 20) | shr(x, 12))
    sw(p, 7, x << 20)
    return p

def other_float(a):
    # A BOOL or BIG; HOLE if it is too large.
    if tag(a) == BOOL:
        return small_float((a - FALSE) >> 1)
    n = shr(header(a), 8) - 1
    sign = big_sign(a)
    p = big_magnitude(a)
    while n > 1 and field(p, n) == 0:
        n -= 1
    x = field(p, n)
    y = 0
    z = 0
    if n > 1:
        y = field(p, n - 1)
    if n > 2:
        z = field(p, n - 2)
    e = 1054 + ((n - 1) << 5)
    rest = 0
    i = n - 3
    while i > 0:
        rest |= field(p, i)
        i -= 1
    k = 0
    while x >= 0:
        x = (x << 1) | shr(y, 31)
        y = (y << 1) | shr(z, 31)
        z = z << 1
        e -= 1
    # 64 bits in x, y: 53 stay, 11 decide
    if z | rest:
        y |= 1
    low = (x << 21) | shr(y, 11)
    high = shr(x, 11) & 0xFFFFF
    half = y & 0x7FF
    if e > 2046:
        return HOLE
    high |= e << 20
    up = 0
    if half > 0x400:
        up = 1
    if half == 0x400:
        up = low & 1
    low += up
    high += ult(low, up)
    if high >= 0x7FF00000:
        return HOLE
    return new_float(high | (sign & -0x80000000), low)

def float_add(a, b, flip):
    ah = lw(a, 3)
    al = lw(a, 7)
    bh = lw(b, 3) ^ flip
    bl = lw(b, 7)
    x = ah & 0x7FFFFFFF
    y = bh & 0x7FFFFFFF
    if x < y:
        swap = 1
    else:
        swap = 0
        if x == y:
            swap = ult(al, bl)
    if swap:
        x = ah
        ah = bh
        bh = x
        x = al
        al = bl
        bl = x
    # |a| >= |b|
    ea = shr(ah, 20) & 0x7FF
    eb = shr(bh, 20) & 0x7FF
    if ea == 0x7FF:
        return add_special(ah, al, bh, bl)
    sign = ah & -0x80000000
    differ = (ah ^ bh) >> 31
    x = ah & 0xFFFFF
    if ea:
        x |= 0x100000
    else:
        ea = 1
    y = bh & 0xFFFFF
    if eb:
        y |= 0x100000
    else:
        eb = 1
    x = (x << 3) | shr(al, 29)
    al = al << 3
    y = (y << 3) | shr(bl, 29)
    bl = bl << 3
    d = ea - eb
    if d:
        if d >= 32:
            if d >= 60:
                if y | bl:
                    bl = 1
                y = 0
            else:
                d -= 32
                lost = bl
                if d:
                    lost |= y << (32 - d)
                bl = shr(y, d)
                y = 0
                if lost:
                    bl |= 1
        else:
            lost = bl << (32 - d)
            bl = shr(bl, d) | (y << (32 - d))
            y = shr(y, d)
            if lost:
                bl |= 1
    if not differ:
        al += bl
        x += y + ult(al, bl)
        if shr(x, 24):
            lost = al & 1
            al = shr(al, 1) | (x << 31) | lost
            x = shr(x, 1)
            ea += 1
    else:
        lost = ult(al, bl)
        al -= bl
        x = x - y - lost
        if not x | al:
            # x - x is +0; -0 + -0 has the same signs
            return new_float(0, 0)
        while x == 0 and ea > 33:
            x = shr(al, 9)
            al = al << 23
            ea -= 23
        while x < 0x800000 and ea > 1:
            x = (x << 1) | shr(al, 31)
            al = al << 1
            ea -= 1
    return round_pack(sign, ea, x, al)

def round_pack(sign, e, x, y):
    # 53 bits and three more, the last of them sticky; e >= 1
    half = y & 7
    y = shr(y, 3) | (x << 29)
    x = shr(x, 3)
    if half > 4:
        y += 1
        x += ult(y, 1)
    else:
        if half == 4:
            half = y & 1
            y += half
            x += ult(y, half)
    x += (e - 1) << 20
    if x >= 0x7FF00000:
        x = 0x7FF00000
        y = 0
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | FLOAT)
    sw(p, 3, x | sign)
    sw(p, 7, y)
    return p

def add_special(ah, al, bh, bl):
    # a is infinite or not a number, and the larger one
    if (ah & 0xFFFFF) | al:
        return new_float(ah | 0x80000, al)
    if (bh & 0x7FFFFFFF) == 0x7FF00000:
        if bl == 0:
            if (ah ^ bh) < 0:
                return new_float(-0x80000, 0)
    return new_float(ah, al)

def normal(high, low):
    # Significand (two words with the leading bit at 2^52) and exponent of a finite number that is not 0.
    e = shr(high, 20) & 0x7FF
    x = high & 0xFFFFF
    if e:
        return x | 0x100000, low, e
    e = 1
    while x < 0x100000:
        x = (x << 1) | shr(low, 31)
        low = low << 1
        e -= 1
    return x, low, e

def float_mul(a, b):
    ah = lw(a, 3)
    al = lw(a, 7)
    bh = lw(b, 3)
    bl = lw(b, 7)
    sign = (ah ^ bh) & -0x80000000
    ea = shr(ah, 20) & 0x7FF
    eb = shr(bh, 20) & 0x7FF
    if ult(ea - 1, 0x7FE) and ult(eb - 1, 0x7FE):
        return mul_normal(sign, ea + eb - 1023, (ah & 0xFFFFF) | 0x100000, al, (bh & 0xFFFFF) | 0x100000, bl)
    return mul_rare(ah, al, bh, bl)

def mul_rare(ah, al, bh, bl):
    sign = (ah ^ bh) & -0x80000000
    x = ah & 0x7FFFFFFF
    y = bh & 0x7FFFFFFF
    if x >= 0x7FF00000:
        if (x & 0xFFFFF) | al:
            return new_float(ah | 0x80000, al)
        if y >= 0x7FF00000:
            if (y & 0xFFFFF) | bl:
                return new_float(bh | 0x80000, bl)
        if not y | bl:
            return new_float(-0x80000, 0)
        return new_float(sign | 0x7FF00000, 0)
    if y >= 0x7FF00000:
        if (y & 0xFFFFF) | bl:
            return new_float(bh | 0x80000, bl)
        if not x | al:
            return new_float(-0x80000, 0)
        return new_float(sign | 0x7FF00000, 0)
    if not x | al:
        return new_float(sign, 0)
    if not y | bl:
        return new_float(sign, 0)
    S.scratch = ah ^ bh
    x, al, ea = normal(ah, al)
    S.t0 = x
    S.t1 = al
    S.t2 = ea
    y, bl, eb = normal(bh, bl)
    sign = S.scratch & -0x80000000
    return mul_normal(sign, S.t2 + eb - 1023, S.t0, S.t1, y, bl)

def mul_normal(sign, e, ah, al, bh, bl):
    # The product from the lowest four bits of b on; what falls out on the right is sticky.
    if al == 0:
        x = al
        al = bl
        bl = x
        x = ah
        ah = bh
        bh = x
    ah = (ah << 3) | shr(al, 29)
    al = al << 3
    if bl == 0:
        if not bh & 0xFFFFF:
            # a power of two
            return mul_finish(sign, e, ah, al, 0)
    t = address("multiples")
    sw(t, 0, 0)
    sw(t, 4, 0)
    x = 0
    y = 0
    end = t + 128
    at = t + 8
    while at != end:
        y += al
        x += ah + ult(y, al)
        sw(at, 0, x)
        sw(at, 4, y)
        at += 8
    x = 0
    y = 0
    lost = 0
    if bl:
        n = 8
        while n:
            at = t + ((bl & 15) << 3)
            bl = shr(bl, 4)
            q = lw(at, 4)
            y += q
            x += lw(at, 0) + ult(y, q)
            lost |= y & 15
            y = shr(y, 4) | (x << 28)
            x = shr(x, 4)
            n -= 1
    # the high word of b has 21 bits: five times four, and its leading 1
    n = 5
    while n:
        at = t + ((bh & 15) << 3)
        bh = shr(bh, 4)
        q = lw(at, 4)
        y += q
        x += lw(at, 0) + ult(y, q)
        lost |= y & 15
        y = shr(y, 4) | (x << 28)
        x = shr(x, 4)
        n -= 1
    y += al
    x += ah + ult(y, al)
    # x, y is 8 times the product / 2^52, from 2^55 up to below 2^57
    return mul_finish(sign, e, x, y, lost)
