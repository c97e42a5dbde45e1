# Raw: MT19937. A state is a BIG of its 624 words and a last limb of 1, so that it is a positive int.

def unsigned(w):
    # A word as an int.
    if shr(w, 30) == 0:
        return w << 1
    if w >= 0:
        return one_limb(w)
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | BIG)
    sw(p, 3, w)
    sw(p, 7, 0)
    return p

def mt_state():
    # A new one, for which there is room.
    p = HP + 1
    HP = HP + 2504
    sw(p, -1, 160256 | BIG)
    sw(p, 2499, 1)
    return p

def mt_seeded(key):
    # init_by_array of Modules/_randommodule.c; key is a list of words, as ints.
    key = room1(key, 2504)
    p = mt_state()
    mt_fill(p, 19650218)
    at = field(key, 2)
    mt_mix(p, at, at + (field(key, 1) << 1))
    return p

def mt_started(seed):
    # init_genrand: the words that follow from one, an int of 32 bits.
    seed = room1(seed, 2504)
    if seed & 1:
        seed = lw(seed, 3)
    else:
        seed = seed >> 1
    p = mt_state()
    mt_fill(p, seed)
    return p

def mt_fill(p, y):
    # 1812433253 * (w ^ (w >> 30)) + i, from y on
    t = address("seed1")
    sw(p, 3, y)
    i = 1
    while i < 624:
        p += 4
        y = y ^ shr(y, 30)
        r = 0
        n = 8
        while n:
            r = (r << 4) + lw(t + (shr(y, 28) << 3), 0)
            y = y << 4
            n -= 1
        y = r + i
        sw(p, 3, y)
        i += 1

def mt_mix(p, at, end):
    # w ^ (1664525 * (v ^ (v >> 30))) + key + j, then w ^ (1566083941 * (v ^ (v >> 30))) - i; v is the word before w
    t = address("seed2")
    first = at
    j = 0
    i = 1
    rounds = 624
    q = (end - at) >> 2
    if rounds < q:
        rounds = q
    q = p
    y = lw(p, 3)
    while rounds > -623:
        if rounds == 0:
            t = address("seed3")
        y = y ^ shr(y, 30)
        r = 0
        n = 8
        while n:
            r = (r << 4) + lw(t + (shr(y, 28) << 3), 0)
            y = y << 4
            n -= 1
        q += 4
        y = r ^ lw(q, 3)
        if rounds > 0:
            r = lw(at, 3)
            if r & 1:
                r = lw(r, 3)
            else:
                r = r >> 1
            y += r + j
            at += 4
            j += 1
            if at == end:
                at = first
                j = 0
        else:
            y -= i
        sw(q, 3, y)
        i += 1
        if i == 624:
            sw(p, 3, y)
            q = p
            i = 1
        rounds -= 1
    sw(p, 3, -0x80000000)

def mt_twist(s):
    # The state after this one.
    s = room1(s, 2504)
    p = mt_state()
    to = p
    i = 624
    while i:
        # word i + 397, which is new from 227 on, and the bits of words i and i + 1
        if i > 397:
            y = lw(s, 1591)
        else:
            y = lw(to, -905)
        x = lw(s, 3) & -0x80000000
        if i == 1:
            z = lw(p, 3)
        else:
            z = lw(s, 7)
        z = z & 0x7FFFFFFF
        x = x | z
        if x & 1:
            y = y ^ 0x9908B0DF
        sw(to, 3, y ^ shr(x, 1))
        s += 4
        to += 4
        i -= 1
    return p

def mt_word(s, i, n):
    # Word i of a state, tempered, shifted right by n.
    y = lw(s + (i << 1), 3)
    y = y ^ shr(y, 11)
    y = y ^ ((y << 7) & 0x9D2C5680)
    y = y ^ ((y << 15) & 0xEFC60000)
    y = y ^ shr(y, 18)
    return unsigned(shr(y, n >> 1))

def mt_float(a, b):
    # (a * 2^26 + b) / 2^53 of 27 and 26 bits
    x = shr(a, 7)
    y = (a << 25) | (b >> 1)
    if not x | y:
        return new_float(0, 0)
    e = 1021
    while x < 0x100000:
        x = (x << 1) | shr(y, 31)
        y = y << 1
        e -= 1
    return new_float((e << 20) + x, y)
