# Raw: PCG64. A state is a BIG of its four words and a last limb of 1, so that it is a positive int.

def pcg_after(s, step):
    # s * 0x2360ED051FC65DA44385DF649FCCF645 + step, four bits of each word at a time
    s, step = room2(s, step, 24)
    t = address("pcg")
    p = HP + 1
    HP = HP + 24
    sw(p, -1, 1536 | BIG)
    sw(p, 3, 0)
    sw(p, 7, 0)
    sw(p, 11, 0)
    sw(p, 15, 0)
    sw(p, 19, 1)
    n = 28
    while n >= 0:
        x = lw(p, 11)
        sw(p, 15, (lw(p, 15) << 4) | shr(x, 28))
        y = lw(p, 7)
        sw(p, 11, (x << 4) | shr(y, 28))
        x = lw(p, 3)
        sw(p, 7, (y << 4) | shr(x, 28))
        sw(p, 3, x << 4)
        q = t + ((shr(lw(s, 3), n) & 15) << 4)
        y = lw(q, 0)
        x = lw(p, 3) + y
        c = ult(x, y)
        sw(p, 3, x)
        y = lw(q, 4)
        x = lw(p, 7) + y
        d = ult(x, y)
        x += c
        c = d + ult(x, c)
        sw(p, 7, x)
        y = lw(q, 8)
        x = lw(p, 11) + y
        d = ult(x, y)
        x += c
        c = d + ult(x, c)
        sw(p, 11, x)
        y = lw(q, 12)
        sw(p, 15, lw(p, 15) + y + c)
        q = t + ((shr(lw(s, 7), n) & 15) << 4)
        y = lw(q, 0)
        x = lw(p, 7) + y
        c = ult(x, y)
        sw(p, 7, x)
        y = lw(q, 4)
        x = lw(p, 11) + y
        d = ult(x, y)
        x += c
        c = d + ult(x, c)
        sw(p, 11, x)
        y = lw(q, 8)
        sw(p, 15, lw(p, 15) + y + c)
        q = t + ((shr(lw(s, 11), n) & 15) << 4)
        y = lw(q, 0)
        x = lw(p, 11) + y
        c = ult(x, y)
        sw(p, 11, x)
        y = lw(q, 4)
        sw(p, 15, lw(p, 15) + y + c)
        q = t + ((shr(lw(s, 15), n) & 15) << 4)
        y = lw(q, 0)
        sw(p, 15, lw(p, 15) + y)
        n -= 4
    q = step + 3
    y = lw(q, 0)
    x = lw(p, 3) + y
    c = ult(x, y)
    sw(p, 3, x)
    y = lw(q, 4)
    x = lw(p, 7) + y
    d = ult(x, y)
    x += c
    c = d + ult(x, c)
    sw(p, 7, x)
    y = lw(q, 8)
    x = lw(p, 11) + y
    d = ult(x, y)
    x += c
    c = d + ult(x, c)
    sw(p, 11, x)
    y = lw(q, 12)
    sw(p, 15, lw(p, 15) + y + c)
    return p

def pcg_words(s):
    # The output: the halves of the state, one xor the other, rotated by its six highest bits.
    k = lw(s, 15)
    x = k ^ lw(s, 7)
    y = lw(s, 11) ^ lw(s, 3)
    k = shr(k, 26)
    if k & 32:
        z = x
        x = y
        y = z
    k = k & 31
    if k:
        z = shr(x, k) | (y << (32 - k))
        y = shr(y, k) | (x << (32 - k))
        x = z
    return x, y

def pcg_low(s):
    s = room1(s, 24)
    x, y = pcg_words(s)
    return unsigned(y)

def pcg_high(s):
    s = room1(s, 24)
    x, y = pcg_words(s)
    return unsigned(x)

def pcg_layer(s):
    # The lowest nine bits.
    x, y = pcg_words(s)
    return (y & 511) << 1

def pcg_layer_above(s):
    # The eight bits above the lowest three.
    x, y = pcg_words(s)
    return (shr(y, 3) & 255) << 1

def pcg_float(s):
    # The highest 53 bits, divided by 2^53.
    x, y = pcg_words(s)
    return mt_float(shr(x, 5) << 1, ((x & 31) << 22) | (shr(y, 11) << 1))

def pcg_fraction(s):
    # The 52 bits above the lowest nine, divided by 2^52.
    x, y = pcg_words(s)
    return mt_float(shr(x << 3, 5) << 1, ((x & 3) << 25) | (shr(y, 9) << 2))
