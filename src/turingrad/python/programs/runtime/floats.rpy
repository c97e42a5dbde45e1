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
    x = ah << 1
    y = bh << 1
    swap = ult(x, y)
    if x == y:
        swap = ult(al, bl)
    if swap:
        d = x
        x = y
        y = d
        d = ah
        ah = bh
        bh = d
        d = al
        al = bl
        bl = d
    # |a| >= |b|
    ea = shr(x, 21)
    d = shr(y, 21)
    if d == 0:
        return add_rare(ah, al, bh, bl)
    if ea == 0x7FF:
        return add_special(ah, al, bh, bl)
    d = ea - d
    if (ah ^ bh) < 0:
        return float_difference(ah, al, bh, bl, ea, d)
    # a sum of 53 bits; `rest` are the 32 bits behind them, the last one sticky
    x = shr(ah << 12, 12) | 0x100000
    y = shr(bh << 12, 12) | 0x100000
    rest = 0
    if d:
        if d >= 32:
            d -= 32
            if d >= 32:
                rest = 1
                bl = 0
            else:
                rest = shr(bl, d)
                if d:
                    rest |= (y << -d) | ult(0, bl << -d)
                bl = shr(y, d)
            y = 0
        else:
            rest = bl << -d
            bl = shr(bl, d) | (y << -d)
            y = shr(y, d)
    al += bl
    x += y + ult(al, bl)
    if shr(x, 21):
        rest = shr(rest, 1) | (rest & 1) | (al << 31)
        al = shr(al, 1) | (x << 31)
        x = shr(x, 1)
        ea += 1
    if rest < 0:
        y = 1
        if not rest << 1:
            y = al & 1
        al += y
        x += ult(al, y)
    x += (ea - 1) << 20
    if x >= 0x7FF00000:
        x = 0x7FF00000
        al = 0
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | FLOAT)
    sw(p, 3, x | (ah & -0x80000000))
    sw(p, 7, al)
    return p

def float_difference(ah, al, bh, bl, ea, d):
    # |a| >= |b|, of different signs: 53 bits and three more
    x = (shr(ah << 12, 9) | 0x800000) | shr(al, 29)
    al = al << 3
    y = (shr(bh << 12, 9) | 0x800000) | shr(bl, 29)
    bl = bl << 3
    if d:
        if d >= 32:
            d = d - 32
            lost = bl
            if d >= 28:
                lost = 1
                y = 0
            else:
                if d:
                    lost |= y << -d
            bl = shr(y, d) | ult(0, lost)
            y = 0
        else:
            lost = bl << -d
            bl = shr(bl, d) | (y << -d) | ult(0, lost)
            y = shr(y, d)
    lost = ult(al, bl)
    al -= bl
    x = x - y - lost
    return add_normalised(ah & -0x80000000, ea, x, al)

def add_normalised(sign, e, x, y):
    # A difference: its leading bit may be anywhere.
    if not x | y:
        # x - x is +0; -0 + -0 has the same signs
        return new_float(0, 0)
    while x == 0 and e > 33:
        x = shr(y, 9)
        y = y << 23
        e -= 23
    while x < 0x800000 and e > 1:
        x = (x << 1) | shr(y, 31)
        y = y << 1
        e -= 1
    return round_pack(sign, e, x, y)

def add_rare(ah, al, bh, bl):
    # b, the smaller one, is 0 or subnormal.
    ea = shr(ah << 1, 21)
    if ea == 0x7FF:
        return add_special(ah, al, bh, bl)
    if not (bh << 1) | bl:
        if (ah << 1) | al:
            return new_float(ah, al)
        return new_float(ah & bh, 0)
    x = ah & 0xFFFFF
    if ea:
        x |= 0x100000
    else:
        ea = 1
    y = bh & 0xFFFFF
    x = (x << 3) | shr(al, 29)
    al = al << 3
    y = (y << 3) | shr(bl, 29)
    bl = bl << 3
    d = ea - 1
    if d > 60:
        d = 60
    while d:
        bl = shr(bl, 1) | (y << 31) | (bl & 1)
        y = shr(y, 1)
        d -= 1
    if (ah ^ bh) >= 0:
        al += bl
        x += y + ult(al, bl)
        if shr(x, 24):
            al = shr(al, 1) | (x << 31) | (al & 1)
            x = shr(x, 1)
            ea += 1
        return round_pack(ah & -0x80000000, ea, x, al)
    d = ult(al, bl)
    al -= bl
    x = x - y - d
    return add_normalised(ah & -0x80000000, ea, x, al)

def round_pack(sign, e, x, y):
    # 53 bits and three more, the last of them sticky; e >= 1
    half = y & 7
    y = shr(y, 3) | (x << 29)
    x = shr(x, 3)
    if half >= 4:
        if half == 4:
            half = y & 1
        else:
            half = 1
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
    fill_multiples(ah, al)
    t = address("multiples")
    x = 0
    y = 0
    lost = 0
    if bl:
        if (al << 5) and (bl << 8):
            # the lowest bits of both are so low that their product is lost: it is sticky, whatever the rest
            lost = 1
            n = 4
            while n:
                at = t + ((bl << 3) & 120)
                q = lw(at, 4)
                y += q
                x += lw(at, 0) + ult(y, q)
                y = shr(y, 4) | (x << 28)
                x = shr(x, 4)
                at = t + (shr(bl, 1) & 120)
                bl = shr(bl, 8)
                q = lw(at, 4)
                y += q
                x += lw(at, 0) + ult(y, q)
                y = shr(y, 4) | (x << 28)
                x = shr(x, 4)
                n -= 1
        else:
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
    while bh != 1:
        at = t + ((bh & 15) << 3)
        bh = shr(bh, 4)
        q = lw(at, 4)
        y += q
        x += lw(at, 0) + ult(y, q)
        lost |= y & 15
        y = shr(y, 4) | (x << 28)
        x = shr(x, 4)
    y += al
    x += ah + ult(y, al)
    # x, y is 8 times the product / 2^52, from 2^55 up to below 2^57
    return mul_finish(sign, e, x, y, lost)

def fill_multiples(x, y):
    # 0 to 15 times a number of 60 bits.
    at = address("multiples")
    end = at + 120
    sw(at, 0, 0)
    sw(at, 4, 0)
    h = 0
    l = 0
    while at != end:
        l += y
        h += x + ult(l, y)
        sw(at, 8, h)
        sw(at, 12, l)
        l += y
        h += x + ult(l, y)
        sw(at, 16, h)
        sw(at, 20, l)
        l += y
        h += x + ult(l, y)
        sw(at, 24, h)
        sw(at, 28, l)
        l += y
        h += x + ult(l, y)
        sw(at, 32, h)
        sw(at, 36, l)
        l += y
        h += x + ult(l, y)
        sw(at, 40, h)
        sw(at, 44, l)
        at += 40
