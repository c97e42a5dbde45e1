# Raw: quotients, roots and comparisons of doubles, and their integral parts.

def mul_finish(sign, e, x, y, lost):
    if lost:
        y |= 1
    if shr(x, 24):
        lost = y & 1
        y = shr(y, 1) | (x << 31) | lost
        x = shr(x, 1)
        e += 1
    if e < 1:
        return subnormal(sign, 1 - e, x, y)
    if e > 2046:
        return new_float(sign | 0x7FF00000, 0)
    return round_pack(sign, e, x, y)

def subnormal(sign, n, x, y):
    if n > 60:
        n = 60
    if n >= 32:
        lost = y
        y = x
        x = 0
        n -= 32
        if lost:
            y |= 1
    if n:
        lost = y << (32 - n)
        y = shr(y, n) | (x << (32 - n))
        x = shr(x, n)
        if lost:
            y |= 1
    return round_pack(sign, 1, x, y)

def float_div(a, b):
    ah = lw(a, 3)
    al = lw(a, 7)
    bh = lw(b, 3)
    bl = lw(b, 7)
    if not (bh & 0x7FFFFFFF) | bl:
        return throw(TYPE_ZeroDivisionError, MSG_FLOAT_DIVISION, 0, 0)
    ea = shr(ah, 20) & 0x7FF
    eb = shr(bh, 20) & 0x7FF
    sign = (ah ^ bh) & -0x80000000
    if ult(ea - 1, 0x7FE) and ult(eb - 1, 0x7FE):
        return div_normal(sign, ea - eb + 1023, (ah & 0xFFFFF) | 0x100000, al, (bh & 0xFFFFF) | 0x100000, bl)
    return div_rare(ah, al, bh, bl)

def div_rare(ah, al, bh, bl):
    sign = (ah ^ bh) & -0x80000000
    x = ah & 0x7FFFFFFF
    y = bh & 0x7FFFFFFF
    if x >= 0x7FF00000:
        if (x & 0xFFFFF) | al:
            return new_float(ah | 0x80000, al)
        if y >= 0x7FF00000:
            if (y & 0xFFFFF) | bl:
                return new_float(bh | 0x80000, bl)
            return new_float(-0x80000, 0)
        return new_float(sign | 0x7FF00000, 0)
    if y >= 0x7FF00000:
        if (y & 0xFFFFF) | bl:
            return new_float(bh | 0x80000, bl)
        return new_float(sign, 0)
    if not x | al:
        return new_float(sign, 0)
    S.scratch = ah ^ bh
    x, al, ea = normal(ah, al)
    S.t0 = x
    S.t1 = al
    S.t2 = ea
    y, bl, eb = normal(bh, bl)
    sign = S.scratch & -0x80000000
    return div_normal(sign, S.t2 - eb + 1023, S.t0, S.t1, y, bl)

def div_normal(sign, e, ah, al, bh, bl):
    # Two bits of the quotient in each round: 25 bits in x, its leading 1 included, then 30 in y behind a 1.
    if bl == 0:
        if bh == 0x100000:
            # by a power of two
            return mul_finish(sign, e, (ah << 3) | shr(al, 29), al << 3, 0)
        if al == 0:
            return div_words(sign, e, ah, bh)
    less = ult(ah, bh)
    if ah == bh:
        less = ult(al, bl)
    if less:
        ah = (ah << 1) | shr(al, 31)
        al = al << 1
        e -= 1
    if bl == 0:
        return div_long(sign, e, ah - bh, al, bh)
    t = ult(al, bl)
    al -= bl
    ah = ah - bh - t
    # twice and three times b
    dl = bl << 1
    dh = (bh << 1) | shr(bl, 31)
    tl = dl + bl
    th = dh + bh + ult(tl, bl)
    x = 1
    y = 0
    n = 0x1000000
    while 1:
        ah = (ah << 2) | shr(al, 30)
        al = al << 2
        x = x << 2
        if ult(ah, dh) or (ah == dh and ult(al, dl)):
            if not ult(ah, bh) and (ah != bh or uge(al, bl)):
                x += 1
                t = ult(al, bl)
                al -= bl
                ah = ah - bh - t
        else:
            if ult(ah, th) or (ah == th and ult(al, tl)):
                x += 2
                t = ult(al, dl)
                al -= dl
                ah = ah - dh - t
            else:
                x += 3
                t = ult(al, tl)
                al -= tl
                ah = ah - th - t
        if uge(x, n):
            if y:
                break
            y = x
            x = 1
            n = 0x40000000
    return mul_finish(sign, e, shr(y, 1), (y << 31) | shr(x << 2, 1), ah | al)

def div_words(sign, e, a, b):
    # Both from 1 up to 2^30.
    while ult(a, b):
        a = a << 1
        e -= 1
    d = b << 1
    while uge(a, d):
        b = d
        d = b << 1
        e += 1
    t = d + b
    a -= b
    x = 1
    n = 0x1000000
    while ult(x, n):
        a = a << 2
        x = x << 2
        if ult(a, d):
            if uge(a, b):
                a -= b
                x += 1
        else:
            if ult(a, t):
                a -= d
                x += 2
            else:
                a -= t
                x += 3
    return div_rest(sign, e, x, 1, a, b)

def div_long(sign, e, a, al, b):
    # A rest a of 21 bits, followed by the bits of al.
    d = b << 1
    t = d + b
    x = 1
    y = 0
    while 1:
        a = (a << 2) | shr(al, 30)
        al = al << 2
        x = x << 2
        if ult(a, d):
            if uge(a, b):
                a -= b
                x += 1
        else:
            if ult(a, t):
                a -= d
                x += 2
            else:
                a -= t
                x += 3
        if y:
            if al == 0:
                break
        else:
            if uge(x, 0x1000000):
                y = x
                x = 1
    return div_rest(sign, e, y, x, a, b)

def div_rest(sign, e, x, y, a, b):
    n = 0x40000000
    if a == 0:
        while ult(y, n):
            y = y << 2
    else:
        d = b << 1
        t = d + b
        while ult(y, n):
            a = a << 2
            y = y << 2
            if ult(a, d):
                if uge(a, b):
                    a -= b
                    y += 1
            else:
                if ult(a, t):
                    a -= d
                    y += 2
                else:
                    a -= t
                    y += 3
    return mul_finish(sign, e, shr(x, 1), (x << 31) | shr(y << 2, 1), a)

def float_sqrt(a):
    # Digit by digit; a is a finite float that is not negative.
    high = lw(a, 3)
    low = lw(a, 7)
    if not (high & 0x7FFFFFFF) | low:
        return a
    if high == 0x7FF00000:
        return a
    x, y, e = normal(high, low)
    e -= 1023
    if e & 1:
        x = (x << 1) | shr(y, 31)
        y = y << 1
        e -= 1
    # the root of x * 2^-52 in [1, 4): 55 bits of it; x has bits up to 53
    x = (x << 10) | shr(y, 22)
    y = y << 10
    rh = 0
    rl = 0
    qh = 0
    ql = 0
    n = 55
    while n:
        rh = (rh << 2) | shr(rl, 30)
        rl = (rl << 2) | shr(x, 30)
        x = (x << 2) | shr(y, 30)
        y = y << 2
        th = (qh << 2) | shr(ql, 30)
        tl = (ql << 2) | 1
        qh = (qh << 1) | shr(ql, 31)
        ql = ql << 1
        if not ult(rh, th):
            if rh != th or uge(rl, tl):
                ql |= 1
                less = ult(rl, tl)
                rl -= tl
                rh = rh - th - less
        n -= 1
    qh = (qh << 1) | shr(ql, 31)
    ql = ql << 1
    return mul_finish(0, (e >> 1) + 1023, qh, ql, rh | rl)

def float_order(a, b):
    # -1, 0, 1, or 2 if one is not a number
    ah = lw(a, 3)
    al = lw(a, 7)
    bh = lw(b, 3)
    bl = lw(b, 7)
    x = ah & 0x7FFFFFFF
    y = bh & 0x7FFFFFFF
    if x >= 0x7FF00000:
        if (x - 0x7FF00000) | al:
            return 2
    if y >= 0x7FF00000:
        if (y - 0x7FF00000) | bl:
            return 2
    if (ah ^ bh) < 0:
        if not x | al | y | bl:
            return 0
        if ah < 0:
            return -1
        return 1
    if x == y:
        if al == bl:
            return 0
        less = ult(al, bl)
    else:
        less = ult(x, y)
    if ah < 0:
        less ^= 1
    if less:
        return -1
    return 1

def float_trunc(a):
    # For managed code: a finite float without its fraction, as an int.
    high = lw(a, 3)
    low = lw(a, 7)
    e = (shr(high, 20) & 0x7FF) - 1023
    if e < 0:
        return 0
    x = (high & 0xFFFFF) | 0x100000
    if e < 52:
        n = 52 - e
        if n >= 32:
            low = x
            x = 0
            n -= 32
        if n:
            low = shr(low, n) | (x << (32 - n))
            x = shr(x, n)
        e = 0
    else:
        e -= 52
    if high < 0:
        x = ~x
        low = -low
        if not low:
            x += 1
    S.t0 = e
    v = int64(low, x)
    if S.t0 == 0:
        return v
    return big_left(v, S.t0)

def float_exponent(a):
    # For managed code: the biased exponent.
    return (shr(lw(a, 3), 20) & 0x7FF) << 1

def float_negative(a):
    return FALSE + (shr(lw(a, 3), 31) << 2)

def float_mantissa(a):
    # For managed code: the 52 stored bits.
    return int64(lw(a, 7), lw(a, 3) & 0xFFFFF)

def float_bits(high, low):
    # For managed code: the float of a high word (sign, exponent, 20 bits as three ints would be clumsy) and a low one.
    h = int_word(high)
    S.t0 = h
    h = int_word(low)
    return new_float(S.t0, h)

def int_word(a):
    if a & 1:
        return field(a, 1)
    return a >> 1

def to_float(a):
    # For managed code: an int or float as a float.
    if not a & 1:
        return small_float(a)
    if tag(a) == FLOAT:
        return a
    n = shr(header(a), 8)
    a = room1(a, n << 2)
    a = other_float(a)
    if a == HOLE:
        return throw(TYPE_OverflowError, MSG_INT_TO_FLOAT, 0, 0)
    return a

def int_order(a, b):
    # Without a trace on the heap: many comparisons may come between two polls.
    old = HP
    r = int_true_order(a, b)
    HP = old
    return r

def int_true_order(a, b):
    # The order of two ints, at least one of them big: -1, 0, 1
    a = limbs(a)
    b = limbs(b)
    x = big_sign(a)
    y = big_sign(b)
    if x != y:
        if x:
            return -1
        return 1
    na = header(a)
    nb = header(b)
    if na != nb:
        less = ult(na, nb)
        if x:
            less ^= 1
        if less:
            return -1
        return 1
    n = shr(na, 8) - 1
    while n:
        x = field(a, n)
        y = field(b, n)
        if x != y:
            if ult(x, y):
                return -1
            return 1
        n -= 1
    return 0
