# Raw: texts. Field 1 is the length, field 2 the hash once it is known, then the characters.

def text_bytes(n):
    # Bytes of a text of n characters (not tagged).
    if WIDE:
        return (n << 2) + 12
    return ((n + 3) & -4) + 12

def new_text(n):
    # A text of n characters (not tagged) for which there is room.
    if WIDE:
        size = (n << 2) + 12
    else:
        size = ((n + 3) & -4) + 12
        # the last word is compared as a whole by nobody, but runs must be repeatable
        sw(HP + size, -4, 0)
    p = HP + 1
    HP = HP + size
    sw(p, -1, (size << 6) | STR)
    sw(p, 3, n << 1)
    sw(p, 7, HOLE)
    return p

def copy_chars(p, at, s, start, n):
    # n characters of s from `start` on to p from `at` on
    if WIDE:
        p = p + (at << 2)
        s = s + (start << 2)
        while n:
            sw(p, 11, lw(s, 11))
            p += 4
            s += 4
            n -= 1
    else:
        p = p + at
        s = s + start
        while n:
            sb(p, 11, lbu(s, 11))
            p += 1
            s += 1
            n -= 1

def str_concat(a, b):
    n = (field(a, 1) + field(b, 1)) >> 1
    n = text_bytes(n)
    a, b = room2(a, b, n)
    n = field(a, 1) + field(b, 1)
    p = new_text(n >> 1)
    copy_chars(p, 0, a, 0, field(a, 1) >> 1)
    copy_chars(p, field(a, 1) >> 1, b, 0, field(b, 1) >> 1)
    return p

def text_of_size(n):
    # For managed code: a text to be filled.
    if n & 1:
        halt(103)
    if uge(n, 0x10000000):
        halt(103)
    m = text_bytes(n >> 1)
    n = room1(n, m)
    return new_text(n >> 1)

def put_text(p, at, s):
    # For managed code: copy s into p at a position; the position behind it.
    copy_chars(p, at >> 1, s, 0, field(s, 1) >> 1)
    return at + field(s, 1)

def put_char(p, at, c):
    set_char(p, at >> 1, c >> 1)
    return NONE

def ord_at(s, i):
    return char(s, i >> 1) << 1

def text_length(s):
    return field(s, 1)

def text_char(c):
    # The text of one character, from its number (tagged).
    if not WIDE:
        if c > 511:
            return throw(TYPE_NotImplementedError, MSG_WIDE, 0, 0)
    p = HP + 1
    HP = HP + 16
    sw(p, -1, 1024 | STR)
    sw(p, 3, 2)
    sw(p, 7, HOLE)
    sw(p, 11, c >> 1)
    return p

def str_get(s, i):
    n = field(s, 1)
    if i < 0:
        i += n
    if uge(i, n):
        return throw(TYPE_IndexError, MSG_STRING_INDEX, 0, 0)
    c = char(s, i >> 1)
    p = HP + 1
    HP = HP + 16
    sw(p, -1, 1024 | STR)
    sw(p, 3, 2)
    sw(p, 7, HOLE)
    sw(p, 11, c)
    return p

def str_slice(s, i, j):
    # s[i:j] for 0 <= i <= j <= len(s)
    n = text_bytes((j - i) >> 1)
    s, i, j = room3(s, i, j, n)
    p = new_text((j - i) >> 1)
    copy_chars(p, 0, s, i >> 1, (j - i) >> 1)
    return p

def str_find_raw(s, part, i, j):
    # The first place in s[i:j] where part is; -1 if there is none.
    n = field(part, 1) >> 1
    i = i >> 1
    j = (j >> 1) - n
    while i <= j:
        k = 0
        while k < n and char(s, i + k) == char(part, k):
            k += 1
        if k == n:
            return i << 1
        i += 1
    return -2

def str_find_last(s, part, i, j):
    n = field(part, 1) >> 1
    i = i >> 1
    j = (j >> 1) - n
    while i <= j:
        k = 0
        while k < n and char(s, j + k) == char(part, k):
            k += 1
        if k == n:
            return j << 1
        j -= 1
    return -2

def str_hash(s):
    h = field(s, 2)
    if h != HOLE:
        return h
    n = field(s, 1) >> 1
    h = S.seed
    i = 0
    while i < n:
        h = (h << 5) - h + char(s, i)
        i += 1
    h = (h ^ shr(h, 15)) << 1
    set_field(s, 2, h)
    return h
