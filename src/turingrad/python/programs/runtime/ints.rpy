# Raw: whole numbers. A small one is 2 v; a BIG has 32-bit limbs in two's complement, least first, as few as possible.

def add(a, b):
    if (a | b) & 1:
        return add_odd(a, b)
    c = a + b
    if ((c ^ a) & (c ^ b)) < 0:
        return one_limb((a >> 1) + (b >> 1))
    return c

def add_odd(a, b):
    # Of the same type first: this function calls nothing, so it needs no frame.
    if a & b & 1:
        t = tag(a)
        if t == tag(b):
            if HAS_FLOAT:
                if t == FLOAT:
                    return float_add(a, b, 0)
            if HAS_STR:
                if t == STR:
                    return str_concat(a, b)
            if t == LIST:
                return joined_items(a, b)
            if t == TUPLE:
                return joined_items(a, b)
    if HAS_FLOAT:
        return float_sum(a, b)
    return add_slow(a, b)

def float_sum(a, b):
    # Of a float and a small int; all else is slow.
    if a & 1:
        if tag(a) == FLOAT:
            if not b & 1:
                b = small_float(b)
                return float_add(a, b, 0)
    else:
        if tag(b) == FLOAT:
            a = small_float(a)
            return float_add(a, b, 0)
        if ult(b - FALSE, 5):
            return add(a, (b - FALSE) >> 1)
    return add_slow(a, b)

def sub_odd(a, b):
    if HAS_FLOAT:
        if a & b & 1:
            if tag(a) == FLOAT:
                if tag(b) == FLOAT:
                    return float_add(a, b, -0x80000000)
        else:
            return float_less_int(a, b)
    return sub_slow(a, b)

def float_less_int(a, b):
    # A float and a small int, in either order; all else is slow.
    if a & 1:
        if tag(a) == FLOAT:
            b = small_float(b)
            return float_add(a, b, -0x80000000)
    else:
        if tag(b) == FLOAT:
            a = small_float(a)
            return float_add(a, b, -0x80000000)
    return sub_slow(a, b)

def sub(a, b):
    if (a | b) & 1:
        return sub_odd(a, b)
    c = a - b
    if ((a ^ b) & (c ^ a)) < 0:
        return one_limb((a >> 1) - (b >> 1))
    return c

def one_limb(v):
    # A 32-bit number that is not small.
    p = HP + 1
    HP = HP + 8
    sw(p, -1, 512 | BIG)
    sw(p, 3, v)
    return p

def int32(v):
    c = v << 1
    if (c ^ v) < 0:
        return one_limb(v)
    return c

def int64(low, high):
    if high == (low >> 31):
        return int32(low)
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | BIG)
    sw(p, 3, low)
    sw(p, 7, high)
    return p

def unsigned64(low, high):
    # As an int: three limbs where the highest bit is set.
    if high >= 0:
        return int64(low, high)
    p = HP + 1
    HP = HP + 16
    sw(p, -1, 1024 | BIG)
    sw(p, 3, low)
    sw(p, 7, high)
    sw(p, 11, 0)
    return p

def limbs(a):
    # Any int as a BIG, possibly with one small limb.
    if a & 1:
        if tag(a) == BIG:
            return a
        return one_limb((a - FALSE) >> 2)
    return one_limb(a >> 1)

def trimmed(p):
    # The BIG p, just made, as small as it goes.
    n = shr(header(p), 8) - 1
    while n > 1:
        top = field(p, n)
        if top != (field(p, n - 1) >> 31):
            break
        n -= 1
    if n == 1:
        v = field(p, 1)
        c = v << 1
        if (c ^ v) >= 0:
            return c
    sw(p, -1, ((n + 1) << 8) | BIG)
    return p

def is_int(a):
    if not a & 1:
        return 1
    t = tag(a)
    if t == BIG:
        return 1
    if t == BOOL:
        return 1
    return 0

def add_slow(a, b):
    ia = a
    if a & 1:
        if ult(a - FALSE, 5):
            ia = (a - FALSE) >> 1
    ib = b
    if b & 1:
        if ult(b - FALSE, 5):
            ib = (b - FALSE) >> 1
    if not (ia | ib) & 1:
        return add(ia, ib)
    ia = is_int(a)
    ib = is_int(b)
    if ia & ib:
        return big_add(a, b, 0)
    if HAS_FLOAT:
        ta = tag_of(a)
        if ta == FLOAT:
            ia = 1
        tb = tag_of(b)
        if tb == FLOAT:
            ib = 1
        if ia & ib:
            return float_binary(a, b, 0)
    return M.add_other(a, b)

def tag_of(a):
    if a & 1:
        return tag(a)
    return 0

def sub_slow(a, b):
    ia = a
    if a & 1:
        if ult(a - FALSE, 5):
            ia = (a - FALSE) >> 1
    ib = b
    if b & 1:
        if ult(b - FALSE, 5):
            ib = (b - FALSE) >> 1
    if not (ia | ib) & 1:
        return sub(ia, ib)
    ia = is_int(a)
    ib = is_int(b)
    if ia & ib:
        return big_add(a, b, -1)
    if HAS_FLOAT:
        ta = tag_of(a)
        if ta == FLOAT:
            ia = 1
        tb = tag_of(b)
        if tb == FLOAT:
            ib = 1
        if ia & ib:
            return float_binary(a, b, 1)
    return M.sub_other(a, b)

def big_add(a, b, flip):
    # a + b, or a - b if flip is -1: limbs of b are inverted, and the carry starts with 1.
    a = limbs(a)
    b = limbs(b)
    na = shr(header(a), 8) - 1
    nb = shr(header(b), 8) - 1
    n = na
    if n < nb:
        n = nb
    n += 1
    a, b = room2(a, b, (n << 2) + 8)
    return big_sum(a, b, na, nb, n, flip)

def big_sum(a, b, na, nb, n, flip):
    p = HP + 1
    HP = HP + (n << 2) + 4
    sw(p, -1, ((n + 1) << 8) | BIG)
    carry = flip & 1
    i = 1
    x = 0
    y = 0
    sx = field(a, na) >> 31
    sy = (field(b, nb) >> 31) ^ flip
    while i <= n:
        x = sx
        if i <= na:
            x = field(a, i)
        y = sy
        if i <= nb:
            y = field(b, i) ^ flip
        s = x + y
        c = ult(s, x)
        s = s + carry
        carry = c | ult(s, carry)
        set_field(p, i, s)
        i += 1
    return trimmed(p)

def big_logic(a, b, which):
    # which: 0 and, 1 or, 2 xor
    a = limbs(a)
    b = limbs(b)
    na = shr(header(a), 8) - 1
    nb = shr(header(b), 8) - 1
    n = na
    if n < nb:
        n = nb
    a, b = room2(a, b, (n << 2) + 8)
    p = HP + 1
    HP = HP + (n << 2) + 4
    sw(p, -1, ((n + 1) << 8) | BIG)
    i = 1
    while i <= n:
        x = field(a, na) >> 31
        if i <= na:
            x = field(a, i)
        y = field(b, nb) >> 31
        if i <= nb:
            y = field(b, i)
        s = x & y
        if which == 1:
            s = x | y
        if which == 2:
            s = x ^ y
        set_field(p, i, s)
        i += 1
    return trimmed(p)

def bit_and(a, b):
    if (a | b) & 1:
        return logic_slow(a, b, 0)
    return a & b

def bit_or(a, b):
    if (a | b) & 1:
        return logic_slow(a, b, 1)
    return a | b

def bit_xor(a, b):
    if (a | b) & 1:
        return logic_slow(a, b, 2)
    return a ^ b

def logic_slow(a, b, which):
    if a & b & 1:
        if tag(a) == BOOL:
            if tag(b) == BOOL:
                x = (a - FALSE) >> 2
                y = (b - FALSE) >> 2
                s = x & y
                if which == 1:
                    s = x | y
                if which == 2:
                    s = x ^ y
                return FALSE + (s << 2)
        if HAS_SET:
            if tag(a) == SET:
                if tag(b) == SET:
                    if which == 0:
                        return M.set_and(a, b)
                    if which == 1:
                        return M.set_or(a, b)
    ia = is_int(a)
    ib = is_int(b)
    if ia & ib:
        return big_logic(a, b, which)
    if which == 0:
        return M.and_other(a, b)
    if which == 1:
        return M.or_other(a, b)
    return M.xor_other(a, b)

def invert(a):
    if not a & 1:
        return (a ^ -1) & -2
    ia = is_int(a)
    if ia:
        return big_logic(a, -2, 2)
    return M.invert_other(a)

def neg(a):
    if not a & 1:
        if a == -0x80000000:
            return one_limb(0x40000000)
        return -a
    t = tag(a)
    if HAS_FLOAT:
        if t == FLOAT:
            p = HP + 1
            HP = HP + 12
            sw(p, -1, 768 | FLOAT)
            sw(p, 3, lw(a, 3) ^ -0x80000000)
            sw(p, 7, lw(a, 7))
            return p
    ia = is_int(a)
    if ia:
        return big_add(0, a, -1)
    return M.neg_other(a)

def positive(a):
    if not a & 1:
        return a
    t = tag(a)
    if t == BOOL:
        return (a - FALSE) >> 1
    if t == BIG:
        return a
    if t == FLOAT:
        return a
    return M.pos_other(a)

def lshift(a, b):
    if (a | b) & 1:
        return shift_slow(a, b, 0)
    n = b >> 1
    if ult(n, 31):
        c = a << n
        if (c >> n) == a:
            return c
    return shift_slow(a, b, 0)

def rshift(a, b):
    if (a | b) & 1:
        return shift_slow(a, b, 1)
    n = b >> 1
    if n < 0:
        return shift_slow(a, b, 1)
    if n > 31:
        n = 31
    return (a >> n) & -2

def shift_slow(a, b, right):
    ia = is_int(a)
    ib = is_int(b)
    if not ia & ib:
        if right:
            return M.rshift_other(a, b)
        return M.lshift_other(a, b)
    if b & 1:
        if tag(b) == BOOL:
            b = (b - FALSE) >> 1
        else:
            if lw(b, (shr(header(b), 8) << 2) - 5) < 0:
                b = -2
            else:
                if not right:
                    if a == 0:
                        return 0
                    return throw(TYPE_OverflowError, MSG_SHIFT_COUNT, 0, 0)
                b = 0x7FFFFFFE
    n = b >> 1
    if n < 0:
        return throw(TYPE_ValueError, MSG_NEGATIVE_SHIFT, 0, 0)
    if right:
        return big_right(a, n)
    return big_left(a, n)

def big_left(a, n):
    a = limbs(a)
    na = shr(header(a), 8) - 1
    words = shr(n, 5)
    total = na + words + 1
    a, n = room2(a, n << 1, (total << 2) + 8)
    n = n >> 1
    p = HP + 1
    HP = HP + (total << 2) + 4
    sw(p, -1, ((total + 1) << 8) | BIG)
    i = 1
    while i <= words:
        set_field(p, i, 0)
        i += 1
    k = n & 31
    low = 0
    j = 1
    while j <= na:
        x = field(a, j)
        y = x << k
        if k:
            y = y | shr(low, 32 - k)
        set_field(p, j + words, y)
        low = x
        j += 1
    y = low >> 31
    if k:
        y = low >> (32 - k)
    set_field(p, total, y)
    return trimmed(p)

def big_right(a, n):
    a = limbs(a)
    na = shr(header(a), 8) - 1
    words = shr(n, 5)
    if words >= na:
        return (field(a, na) >> 31) << 1
    total = na - words
    a, n = room2(a, n << 1, (total << 2) + 8)
    n = n >> 1
    p = HP + 1
    HP = HP + (total << 2) + 4
    sw(p, -1, ((total + 1) << 8) | BIG)
    k = n & 31
    i = 1
    while i <= total:
        x = field(a, i + words)
        if i < total:
            y = shr(x, k)
            if k:
                y = y | (field(a, i + words + 1) << (32 - k))
        else:
            y = x >> k
        set_field(p, i, y)
        i += 1
    return trimmed(p)
