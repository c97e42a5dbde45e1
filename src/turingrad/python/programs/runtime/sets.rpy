# Raw: sets in CPython's own order: its hashes (64 bits), its probing, its growth (Objects/setobject.c of 3.11).
# Fields: 1 used, 2 fill, 3 mask, 4 keys (HOLE: never used, DUMMY: deleted), 5 hashes (two words each), 6 finger.

def see_hash():
    # The program gets a hash, perhaps of a text: results are compared under other ones, as with orders of sets.
    S.order_seen = 2
    return NONE

def set_hash(k):
    # Low and high word, and whether managed code must decide.
    if not k & 1:
        x = k >> 1
        if x == -1:
            x = -2
        return x, x >> 31, 0
    t = tag(k)
    if t == BOOL:
        return (k - FALSE) >> 2, 0, 0
    if t == TUPLE:
        return set_tuple_hash(k)
    if t == BIG:
        return set_big_hash(k)
    if HAS_FLOAT:
        if t == FLOAT:
            return set_float_hash(k)
    if t == STR:
        S.unordered = 2
        x = str_hash(k)
        return x, 0, 0
    if t == NONETYPE:
        S.unordered = 2
        return 202, 0, 0
    if t >= FIRST_INSTANCE:
        x = instance_hash(k)
        if x != 1:
            S.unordered = 2
            return x, 0, 0
    return 0, 0, 1

def set_big_hash(k):
    n = shr(header(k), 8) - 1
    sign = field(k, n) >> 31
    p = big_magnitude(k)
    x = 0
    y = 0
    while n:
        # times 2^32 modulo 2^61 - 1, plus a limb
        t = (y << 3) | shr(x, 29)
        y = x & 0x1FFFFFFF
        q = field(p, n)
        x = t + q
        y += ult(x, q)
        while (y >> 29) or (y == 0x1FFFFFFF and x == -1):
            x += 1
            y += ult(x, 1)
            y = y & 0x1FFFFFFF
        n -= 1
    return set_signed_hash(x, y, sign)

def set_signed_hash(x, y, sign):
    if sign:
        y = ~y
        x = -x
        if x == 0:
            y += 1
        if (x & y) == -1:
            x = -2
    return x, y, 0

def set_float_hash(k):
    high = field(k, 1)
    x = field(k, 2)
    sign = high >> 31
    e = shr(high, 20) & 0x7FF
    y = high & 0xFFFFF
    if e == 0x7FF:
        if x | y:
            S.unordered = 2
            return 77, 0, 0
        return set_signed_hash(314159, 0, sign)
    if e:
        y |= 0x100000
    else:
        e = 1
    e -= 1075
    while e < 0:
        e += 61
    while e >= 61:
        e -= 61
    while e:
        t = shr(y, 28) & 1
        y = ((y << 1) & 0x1FFFFFFF) | shr(x, 31)
        x = (x << 1) | t
        e -= 1
    if x == -1:
        if y == 0x1FFFFFFF:
            x = 0
            y = 0
    return set_signed_hash(x, y, sign)

def times_prime(x, y, at):
    # The low 64 bits of a number times a prime, of which `at` is the table of multiples.
    high = 0
    n = 8
    if y:
        while n:
            high = (high << 4) + lw(at + (shr(y, 28) << 3), 0)
            y = y << 4
            n -= 1
    y = high
    high = 0
    low = 0
    if x:
        n = 8
        while not shr(x, 28):
            x = x << 4
            n -= 1
        while n:
            high = (high << 4) | shr(low, 28)
            low = low << 4
            p = at + (shr(x, 28) << 3)
            x = x << 4
            q = lw(p, 0)
            low += q
            high += lw(p, 4) + ult(low, q)
            n -= 1
    return low, high + y

def set_tuple_hash(k):
    # xxHash as in Objects/tupleobject.c
    n = shr(header(k), 8)
    x = 0x165667C5
    y = 0x27D4EB2F
    i = 1
    while i < n:
        low, high, managed = set_hash(field(k, i))
        if managed:
            return 0, 0, 1
        low, high = times_prime(low, high, address("prime2"))
        x += low
        y += high + ult(x, low)
        low = (x << 31) | shr(y, 1)
        y = (y << 31) | shr(x, 1)
        x = low
        x, y = times_prime(x, y, address("prime1"))
        i += 1
    low = (n - 1) ^ 0x165667C5 ^ 3527539
    x += low
    y += 0x27D4EB2F + ult(x, low)
    if (x & y) == -1:
        x = 1546275796
        y = 0
    return x, y, 0

def new_set(type):
    p = HP + 1
    HP = HP + 28
    sw(p, -1, 1792 | type)
    sw(p, 3, 0)
    sw(p, 7, 0)
    sw(p, 11, 14)
    set_field(p, 6, 0)
    # set_table for eight keys
    keys = p + 28
    set_field(p, 4, keys)
    set_field(p, 5, keys + 36)
    HP = HP + 104
    sw(keys, -1, 2304 | ARRAY)
    sw(keys, 35, 4352 | RAW)
    free = HOLE
    sw(keys, 3, free)
    sw(keys, 7, free)
    sw(keys, 11, free)
    sw(keys, 15, free)
    sw(keys, 19, free)
    sw(keys, 23, free)
    sw(keys, 27, free)
    sw(keys, 31, free)
    return p

def empty_set():
    return new_set(SET)

def to_set(o):
    # set(o): of a list, dict or set without items here
    if o & 1:
        if ult(tag(o) - LIST, FIRST_INSTANCE - LIST):
            if field(o, 1) == 0:
                return new_set(SET)
    return M.make_set(o)

def empty_frozenset():
    return new_set(FROZENSET)

def set_table(s, n):
    # A table of n free places; there is room on the heap.
    keys = HP + 1
    HP = HP + (n << 2) + 4
    sw(keys, -1, ((n + 1) << 8) | ARRAY)
    hashes = HP + 1
    HP = HP + (n << 3) + 4
    sw(hashes, -1, ((n + n + 1) << 8) | RAW)
    set_field(s, 3, (n - 1) << 1)
    set_field(s, 4, keys)
    set_field(s, 5, hashes)
    # hashes are read where there are keys
    end = keys + (n << 2)
    free = HOLE
    while keys != end:
        sw(keys, 3, free)
        sw(keys, 7, free)
        sw(keys, 11, free)
        sw(keys, 15, free)
        keys += 16

def set_probe(s, k, low, high):
    # The place of k, or the place where it belongs, of the last deleted key on the way or free; second: 0 free, 1 found,
    # 2 managed code must decide.
    free = -1
    mask = field(s, 3) >> 1
    keys = field(s, 4)
    hashes = field(s, 5)
    i = low & mask
    x = low
    y = high
    while 1:
        n = 0
        if i + 9 <= mask:
            n = 9
        at = i
        while n >= 0:
            q = lw(keys + (at << 2), 3)
            if q == HOLE:
                if free >= 0:
                    return free, 0
                return at, 0
            if q == k:
                return at, 1
            if (q | k) & 1:
                if q == DUMMY:
                    free = at
                else:
                    p = hashes + (at << 3)
                    if lw(p, 3) == low:
                        if lw(p, 7) == high:
                            r = equal(q, k)
                            if r:
                                return at, r
            at += 1
            n -= 1
        x = shr(x, 5) | (y << 27)
        y = shr(y, 5)
        i = ((i << 2) + i + 1 + x) & mask

def set_has(s, k):
    x = HOLE
    if k & 1:
        # a text may have its hash at hand
        y = 0
        if tag(k) == STR:
            x = field(k, 2)
            S.unordered = 2
    else:
        x = k >> 1
        if x == -1:
            x = -2
        y = x >> 31
    if x == HOLE and k & 1:
        x, y, managed = set_hash(k)
        if managed:
            return M.set_has_slow(s, k)
    else:
        at = (x << 2) & (field(s, 3) << 1)
        managed = lw(field(s, 4) + at, 3)
        if managed == k:
            return 1
        if managed == HOLE:
            return 0
    at, found = set_probe(s, k, x, y)
    if found == 2:
        return M.set_has_slow(s, k)
    return found

def set_add(s, k):
    x = HOLE
    if k & 1:
        # a text may have its hash at hand
        y = 0
        if tag(k) == STR:
            x = field(k, 2)
            S.unordered = 2
    else:
        x = k >> 1
        if x == -1:
            x = -2
        y = x >> 31
    if x == HOLE and k & 1:
        x, y, managed = set_hash(k)
        if managed:
            return M.set_add_slow(s, k)
    else:
        at = (x << 2) & (field(s, 3) << 1)
        managed = lw(field(s, 4) + at, 3)
        if managed == k:
            return NONE
        if managed == HOLE:
            return set_put(s, k, at >> 2, x, y)
    at, found = set_probe(s, k, x, y)
    if found == 2:
        return M.set_add_slow(s, k)
    if found:
        return NONE
    return set_put(s, k, at, x, y)

def set_put(s, k, at, x, y):
    # At a free place, or in that of a deleted key.
    p = field(s, 4) + (at << 2)
    q = lw(p, 3)
    sw(p, 3, k)
    p = field(s, 5) + (at << 3)
    sw(p, 3, x)
    sw(p, 7, y)
    set_field(s, 1, field(s, 1) + 2)
    if q == DUMMY:
        return NONE
    n = field(s, 2) + 2
    set_field(s, 2, n)
    m = field(s, 3)
    if (n << 2) + n < m + m + m:
        return NONE
    return set_resize(s, field(s, 1) << 2)

def set_crowded(s, n):
    # For managed code: whether n more keys call for a larger table.
    n += field(s, 2)
    m = field(s, 3)
    if (n << 2) + n < m + m + m:
        return FALSE
    return TRUE

def update_items(s, o, i):
    # For managed code: add the items of a list or tuple from place i on. -1 at the end, or the place of an item that
    # managed code must add.
    sw(TOP, 0, s)
    sw(TOP, 4, o)
    TOP = TOP + 8
    while 1:
        s = lw(TOP, -8)
        o = lw(TOP, -4)
        if tag(o) <= LAST_TUPLE:
            n = shr(header(o), 7) - 2
            at = o
        else:
            n = field(o, 1)
            at = field(o, 2)
        if i >= n:
            i = -2
            break
        k = lw(at + (i << 1), 3)
        if k & 1:
            # texts have their hash at hand; a hash of other keys may use the heap
            if tag(k) != STR:
                break
            x, y, n = set_hash(k)
            at, n = set_probe(s, k, x, y)
        else:
            x = k >> 1
            if x == -1:
                x = -2
            y = x >> 31
            at = x & (field(s, 3) >> 1)
            q = lw(field(s, 4) + (at << 2), 3)
            n = 0
            if q != HOLE:
                n = 1
                if q != k:
                    at, n = set_probe(s, k, x, y)
        if n == 2:
            break
        if n == 0:
            set_put(s, k, at, x, y)
        i += 2
    TOP = TOP - 8
    return i

def merge_keys(s, other, i):
    # For managed code: add the keys of another set from place i on to s, which has room. -1 at the end, or the place
    # of a key that managed code must add.
    keys = field(other, 4)
    hashes = field(other, 5)
    end = field(other, 3)
    while i <= end:
        k = lw(keys + (i << 1), 3)
        if k != HOLE:
            if k != DUMMY:
                p = hashes + (i << 2)
                x = lw(p, 3)
                at = (x << 2) & (field(s, 3) << 1)
                q = lw(field(s, 4) + at, 3)
                if q != k:
                    y = lw(p, 7)
                    if q == HOLE:
                        sw(field(s, 4) + at, 3, k)
                        p = field(s, 5) + (at << 1)
                        sw(p, 3, x)
                        sw(p, 7, y)
                        set_field(s, 1, field(s, 1) + 2)
                        set_field(s, 2, field(s, 2) + 2)
                    else:
                        at, n = set_probe(s, k, x, y)
                        if n == 2:
                            return i
                        if n == 0:
                            set_put(s, k, at, x, y)
        i += 2
    return -2

def set_merge(s, other):
    # For managed code: add the keys of another set.
    n = field(other, 1)
    if s == other or n == 0:
        return NONE
    x = n + field(s, 2)
    m = field(s, 3)
    if (x << 2) + x < m + m + m:
        if field(s, 2) == 0:
            if m == field(other, 3):
                if n == field(other, 2):
                    return set_copy_table(s, other)
        i = merge_keys(s, other, 0)
        if i < 0:
            return NONE
        return M.set_merge_from(s, other, i)
    return M.set_merge_slow(s, other)

def set_resize(s, wanted):
    # For more than `wanted` keys (tagged).
    n = 8
    while (n << 1) <= wanted:
        n = n << 1
    s, n = room2(s, n << 1, (n << 3) + (n << 2) + 16)
    n = n >> 1
    keys = field(s, 4)
    hashes = field(s, 5)
    count = (field(s, 3) >> 1) + 1
    set_table(s, n)
    set_field(s, 2, field(s, 1))
    i = 0
    while i < count:
        k = lw(keys + (i << 2), 3)
        if k != HOLE:
            if k != DUMMY:
                p = hashes + (i << 3)
                set_insert_clean(s, k, lw(p, 3), lw(p, 7))
        i += 1
    return NONE

def set_insert_clean(s, k, low, high):
    mask = field(s, 3) >> 1
    keys = field(s, 4)
    i = low & mask
    x = low
    y = high
    while 1:
        n = 0
        if i + 9 <= mask:
            n = 9
        at = keys + (i << 2)
        while n >= 0:
            if lw(at, 3) == HOLE:
                sw(at, 3, k)
                p = field(s, 5) + ((at - keys) << 1)
                sw(p, 3, low)
                sw(p, 7, high)
                return NONE
            at += 4
            n -= 1
        x = shr(x, 5) | (y << 27)
        y = shr(y, 5)
        i = ((i << 2) + i + 1 + x) & mask

def set_fill(s):
    return field(s, 2)

def set_mask(s):
    return field(s, 3)

def set_next(s, i):
    # The first place from i on that holds a key; -1 if there is none.
    if field(s, 1) == 0:
        return -2
    keys = field(s, 4)
    end = keys + (field(s, 3) << 1) + 4
    at = keys + (i << 1)
    free = HOLE
    while ult(at, end):
        k = lw(at, 3)
        if k != free:
            if k != DUMMY:
                S.order_seen = S.order_seen | S.unordered
                return (at - keys) >> 1
        at += 4
    return -2

def set_key(s, i):
    return lw(field(s, 4) + (i << 1), 3)

def set_find(s, k):
    # For managed code: the place of k, -1 if it is not there.
    x, y, managed = set_hash(k)
    if managed:
        return M.set_find_slow(s, k)
    at, found = set_probe(s, k, x, y)
    if found == 2:
        return M.set_find_slow(s, k)
    if found:
        return at << 1
    return -2

def set_drop(s, i):
    # The key at place i goes.
    sw(field(s, 4) + (i << 1), 3, DUMMY)
    p = field(s, 5) + (i << 2)
    sw(p, 3, -1)
    sw(p, 7, -1)
    set_field(s, 1, field(s, 1) - 2)
    return NONE

def set_copy_table(s, other):
    # Of a set that has no deleted keys.
    n = field(other, 3)
    s, other = room2(s, other, (n << 3) + 64)
    n = (field(other, 3) >> 1) + 1
    set_table(s, n)
    set_field(s, 1, field(other, 1))
    set_field(s, 2, field(other, 2))
    a = field(s, 4)
    b = field(other, 4)
    x = field(s, 5)
    y = field(other, 5)
    end = n << 2
    i = 0
    while i != end:
        k = lw(b + i, 3)
        if k != HOLE:
            sw(a + i, 3, k)
            p = x + i + i
            q = y + i + i
            sw(p, 3, lw(q, 3))
            sw(p, 7, lw(q, 7))
        i += 4
    return NONE

def set_clear(s):
    s = room1(s, 200)
    set_field(s, 1, 0)
    set_field(s, 2, 0)
    set_table(s, 8)
    return NONE

def set_finger(s):
    return field(s, 6)

def set_set_finger(s, i):
    set_field(s, 6, i)
    return NONE

def set_hash_at(s, i):
    # For managed code: the stored hash, as an int.
    p = field(s, 5) + (i << 2)
    return int64(lw(p, 3), lw(p, 7))

def set_place(s, k, at, h):
    # For managed code: a new key at a place, with its hash.
    if h & 1:
        x = field(h, 1)
        y = field(h, 2)
        if shr(header(h), 8) == 2:
            y = x >> 31
    else:
        x = h >> 1
        y = x >> 31
    return set_put(s, k, at >> 1, x, y)

def hash_value(k):
    # For managed code: hash(k) as an int, HOLE if managed code must decide.
    x, y, managed = set_hash(k)
    if managed:
        return HOLE
    return int64(x, y)

def set_next_quiet(s, i):
    # set_next where the order does not show.
    if field(s, 1) == 0:
        return -2
    keys = field(s, 4)
    end = keys + (field(s, 3) << 1) + 4
    at = keys + (i << 1)
    free = HOLE
    while ult(at, end):
        k = lw(at, 3)
        if k != free:
            if k != DUMMY:
                return (at - keys) >> 1
        at += 4
    return -2

def is_dummy(s, i):
    if lw(field(s, 4) + (i << 1), 3) == DUMMY:
        return TRUE
    return FALSE
