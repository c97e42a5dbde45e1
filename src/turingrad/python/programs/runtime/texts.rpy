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
        if not (at | start) & 3:
            end = s + start + (n & -4)
            p = p + at
            s = s + start
            while s != end:
                sw(p, 11, lw(s, 11))
                p += 4
                s += 4
            n = n & 3
        else:
            p = p + at
            s = s + start
        end = s + n
        while s != end:
            sb(p, 11, lbu(s, 11))
            p += 1
            s += 1

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
    return letter(c >> 1)

def letter(c):
    # The text of one character. Those of ASCII are made once.
    at = BASE + (c << 2)
    if ult(c, 128):
        p = lw(at, LETTERS)
        if p:
            return p
    p = HP + 1
    HP = HP + 16
    sw(p, -1, 1024 | STR)
    sw(p, 3, 2)
    sw(p, 7, HOLE)
    sw(p, 11, c)
    if ult(c, 128):
        sw(at, LETTERS, p)
    return p

def letters_of(s):
    # The list of a text's characters, not empty.
    n = field(s, 1)
    s = room1(s, (n << 3) + (n << 1) + 16)
    n = field(s, 1) >> 1
    l = HP + 1
    sw(l, -1, 768 | LIST)
    sw(l, 3, n << 1)
    at = l + 12
    sw(l, 7, at)
    sw(at, -1, ((n + 1) << 8) | ARRAY)
    HP = HP + (n << 2) + 16
    i = 0
    while i != n:
        c = char(s, i)
        p = 0
        if ult(c, 128):
            p = lw(BASE + (c << 2), LETTERS)
        if p == 0:
            p = letter(c)
        sw(at, 3, p)
        at += 4
        i += 1
    return l

def str_get(s, i):
    n = field(s, 1)
    if i < 0:
        i += n
    if uge(i, n):
        return throw(TYPE_IndexError, MSG_STRING_INDEX, 0, 0)
    c = char(s, i >> 1)
    if ult(c, 128):
        n = lw(BASE + (c << 2), LETTERS)
        if n:
            return n
    return letter(c)

def str_slice(s, i, j):
    # s[i:j] for 0 <= i <= j <= len(s)
    if j - i == 2:
        return letter(char(s, i >> 1))
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
    if n == 0:
        if i <= j:
            return i << 1
        return -2
    first = char(part, 0)
    while i <= j:
        if char(s, i) == first:
            k = 1
            while k < n and char(s, i + k) == char(part, k):
                k += 1
            if k == n:
                return i << 1
        i += 1
    return -2

def join_texts(parts):
    # For managed code: the texts of a list, one behind the other.
    at = field(parts, 2)
    end = at + (field(parts, 1) << 1)
    n = 0
    while at != end:
        n += field(lw(at, 3), 1)
        at += 4
    if uge(n, 0x10000000):
        halt(103)
    at = text_bytes(n >> 1)
    parts, n = room2(parts, n, at)
    p = new_text(n >> 1)
    i = 0
    at = field(parts, 2)
    end = at + (field(parts, 1) << 1)
    while at != end:
        n = field(lw(at, 3), 1) >> 1
        copy_chars(p, i, lw(at, 3), 0, n)
        i += n
        at += 4
    return p

def small_text(n):
    # For managed code: str of a small int.
    x = n >> 1
    if ult(x, 10):
        return letter(x + 48)
    p = HP + 1
    i = 0
    if not WIDE:
        sw(p, 11, 0)
        sw(p, 15, 0)
        sw(p, 19, 0)
    if x < 0:
        x = -x
        set_char(p, 0, 45)
        i = 1
    first = i
    t = address("tens")
    end = t + 36
    while t != end:
        q = lw(t, 0)
        c = 48
        while uge(x, q):
            x -= q
            c += 1
        if c != 48 or i != first:
            set_char(p, i, c)
            i += 1
        t += 4
    x += 48
    set_char(p, i, x)
    i += 1
    if WIDE:
        t = (i << 2) + 12
    else:
        t = ((i + 3) & -4) + 12
    HP = HP + t
    sw(p, -1, (t << 6) | STR)
    sw(p, 3, i << 1)
    sw(p, 7, HOLE)
    return p

def plain_spec(s):
    # For managed code: what a format of an int says that is a width, perhaps with a 0 in front, and one of d, b, o, x
    # or nothing: the letter, 256 for the 0, 512 times the width. -1 of any other format.
    n = field(s, 1) >> 1
    zero = 0
    width = 0
    i = 0
    if char(s, 0) == 48:
        zero = 256
        i = 1
    kind = 0
    while i < n:
        kind = char(s, i)
        c = kind - 48
        i += 1
        if uge(c, 10):
            if i < n or not (kind == 100 or kind == 98 or kind == 111 or kind == 120):
                return -2
            break
        kind = 0
        width = (width << 3) + (width << 1) + c
        if width > 10000:
            return -2
    return ((width << 9) | zero | kind) << 1

def skip_space(s, i, n):
    # For managed code: the first place from i on, up to n, that is no space.
    i = i >> 1
    n = n >> 1
    while i < n:
        c = char(s, i)
        if c > 32:
            if c != 133 and c != 160:
                break
        else:
            if c != 32:
                if c < 9 or ult(c - 14, 14):
                    break
        i += 1
    return i << 1

def find_space(s, i, n):
    # For managed code: the first place from i on that is a space, n if there is none.
    i = i >> 1
    n = n >> 1
    while i < n:
        c = char(s, i)
        if c > 32:
            if c == 133 or c == 160:
                break
        else:
            if c == 32:
                break
            if c >= 9 and uge(c - 14, 14):
                break
        i += 1
    return i << 1

def space_before(s, i, n):
    # For managed code: the place behind the last character of s[i:n] that is no space, i if there is none.
    i = i >> 1
    n = n >> 1
    while i < n:
        c = char(s, n - 1)
        if c > 32:
            if c != 133 and c != 160:
                break
        else:
            if c != 32:
                if c < 9 or ult(c - 14, 14):
                    break
        n -= 1
    return n << 1

def plain_run(s, kinds):
    # For managed code: how many characters from the first one on are letters (kind 1) or digits (kind 2) of ASCII;
    # -1 if another one of ASCII comes then.
    n = field(s, 1) >> 1
    i = 0
    while i < n:
        c = char(s, i)
        k = 2
        if ult(c - 48, 10):
            k = 4
        else:
            if not ult((c | 32) - 97, 26):
                k = 0
        if not kinds & k:
            if c < 128:
                return -2
            break
        i += 1
    return i << 1

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

def to_int(x):
    # int(x): small ints, and texts of up to nine characters, a sign and digits; all else is for managed code.
    if not x & 1:
        return x
    if tag(x) == STR:
        n = field(x, 1) >> 1
        if ult(n - 1, 9):
            v = 0
            i = 0
            sign = char(x, 0)
            if sign == 45 or sign == 43:
                i = 1
                if n == 1:
                    return M.int_of(x)
            while i < n:
                c = char(x, i) - 48
                if uge(c, 10):
                    return M.int_of(x)
                v = (v << 3) + (v << 1) + c
                i += 1
            if sign == 45:
                v = -v
            return v << 1
    return M.int_of(x)
