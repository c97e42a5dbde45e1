# Raw: the words of MT19937. Words are unsigned ints: small, or a BIG of one or two limbs.

def word_of(a):
    # The low 32 bits of an int.
    if a & 1:
        return field(a, 1)
    return a >> 1

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

def mt_tempered(a):
    y = word_of(a)
    y = y ^ shr(y, 11)
    y = y ^ ((y << 7) & 0x9D2C5680)
    y = y ^ ((y << 15) & 0xEFC60000)
    y = y ^ shr(y, 18)
    return unsigned(y)

def mt_next_seed(p, i):
    # 1812433253 * (p ^ (p >> 30)) + i
    y = word_of(p)
    y = y ^ shr(y, 30)
    y = product32(y, 1812433253)
    return unsigned(y + (i >> 1))

def mt_mixed(v, p, factor):
    # v ^ ((p ^ (p >> 30)) * factor)
    y = word_of(p)
    y = y ^ shr(y, 30)
    f = word_of(factor)
    y = product32(y, f)
    w = word_of(v)
    return unsigned(w ^ y)

def mt_step(a, b, c):
    # One word of the twist: from a word, the next one, and the one 397 places on.
    x = word_of(a)
    y = word_of(b)
    x = (x & -0x80000000) | (y & 0x7FFFFFFF)
    z = shr(x, 1)
    if x & 1:
        z = z ^ 0x9908B0DF
    w = word_of(c)
    return unsigned(w ^ z)
