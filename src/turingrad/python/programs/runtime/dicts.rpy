# Raw: dicts in the order of insertion. Fields: 1 used, 2 filled entries, 3 entries (hash, key, value), 4 index or HOLE.
# An index: 1 four times its mask, then 0 or 12 (e + 1) for entry e, at the first free place from its hash on.

def hash_small(k):
    # An even word, equal for equal keys; 1 if managed code must decide.
    if not k & 1:
        return k
    t = tag(k)
    if t == STR:
        h = field(k, 2)
        if h != HOLE:
            return h
        return str_hash(k)
    if t == BOOL:
        return (k - FALSE) >> 1
    if t == TUPLE:
        return tuple_hash(k)
    if t == NONETYPE:
        return 202
    if HAS_FLOAT:
        if t == FLOAT:
            return float_hash(k)
    if t == BIG:
        return big_hash(k)
    if t >= FIRST_INSTANCE:
        return instance_hash(k)
    return 1

def instance_hash(k):
    if lbu(address("type_flags"), tag(k)) & 1:
        return 1
    return instance_number(k)

def object_id(k):
    # For managed code: the number of an instance, HOLE for other objects.
    if k & 1:
        if tag(k) >= FIRST_INSTANCE:
            return instance_number(k)
    return HOLE

def instance_number(k):
    h = field(k, 1)
    if h == 0:
        h = S.next_id
        S.next_id = h + 2
        set_field(k, 1, h)
    return h

def tuple_hash(k):
    end = k + (shr(header(k), 8) << 2) - 4
    h = 0x2A4
    while k != end:
        x = lw(k, 3)
        if x & 1:
            # a HOLE is the hash of a text that is not known yet
            y = HOLE
            if tag(x) == STR:
                y = field(x, 2)
            if y & 1:
                y = hash_small(x)
                if y == 1:
                    return 1
            x = y
        h = (h << 3) + h + x
        h = h ^ (shr(h, 11) & -2)
        k += 4
    return h

def float_hash(k):
    # A float that is whole has the hash of that int.
    high = field(k, 1)
    low = field(k, 2)
    e = (shr(high, 20) & 0x7FF) - 1023
    if e < 0:
        if not (high & 0x7FFFFFFF) | low:
            return 0
        return (high ^ low ^ shr(low, 7)) & -2
    if e < 20:
        if low:
            return (high ^ low ^ shr(low, 7)) & -2
        if high << (12 + e):
            return high & -2
    else:
        if e < 52:
            if low << (e - 20):
                return (high ^ low ^ shr(low, 7)) & -2
    if e >= 1000:
        return (high ^ low) & -2
    v = float_trunc(k)
    if v & 1:
        return big_hash(v)
    return v

def big_hash(k):
    n = shr(header(k), 8)
    if n > 31:
        return hash_of_huge(k)
    h = 0
    i = 1
    while i < n:
        h = (h << 5) - h + field(k, i)
        i += 1
    return h & -2

def hash_of_huge(k):
    # Floats from 2^1000 on are hashed by their words: ints of that size all meet here.
    return 0

def dict_seek(d, k, h):
    # The address of the entry that surely has the key; 0 if there is none, 2 if managed code must compare.
    at = field(d, 3)
    index = field(d, 4)
    if index == HOLE:
        n = field(d, 2)
        end = at + (n << 2) + (n << 1)
        while at != end:
            if lw(at, 3) == h:
                x = lw(at, 7)
                if x == k:
                    return at
                if (x | k) & 1:
                    if x != HOLE:
                        r = key_equal(x, k)
                        if r:
                            if r == 1:
                                return at
                            return 2
            at += 12
        return 0
    mask = field(index, 1)
    p = (h << 1) & mask
    while 1:
        e = lw(index + p, 7)
        if e == 0:
            return 0
        e = at + e
        if lw(e, -9) == h:
            x = lw(e, -5)
            if x == k:
                return e - 12
            if (x | k) & 1:
                if x != HOLE:
                    r = key_equal(x, k)
                    if r:
                        if r == 1:
                            return e - 12
                        return 2
        p = (p + 4) & mask

def dict_scan(d, k, h, start):
    # For managed code: the number of the entry that surely has the key; -1 if there is none; -2 - p if managed code
    # must compare the candidate at place p. Places count entries, or steps in the index.
    index = field(d, 4)
    entries = field(d, 3)
    p = start >> 1
    n = field(d, 2) >> 1
    while 1:
        if index == HOLE:
            if n <= p:
                return -2
            at = entries + (p << 3) + (p << 2)
        else:
            e = lw(index + (((h << 1) + (p << 2)) & field(index, 1)), 7)
            if e == 0:
                return -2
            at = entries + e - 12
        if lw(at, 3) == h:
            x = lw(at, 7)
            if x != HOLE:
                r = 1
                if x != k:
                    r = equal(x, k)
                if r == 1:
                    return entry_number(at - entries)
                if r:
                    return (-2 - p) << 1
        p += 1

def entry_number(n):
    # n / 12 as a small int: n / 3 is -n times a third of 2^32 - 1
    n = -(n >> 1)
    n = n + (n << 2)
    n = n + (n << 4)
    n = n + (n << 8)
    n = n + (n << 16)
    return n

def dict_candidate(d, k, h, p):
    # The entry at a place.
    index = field(d, 4)
    if index == HOLE:
        return p
    return entry_number(lw(index + (((h << 1) + (p << 1)) & field(index, 1)), 7) - 12)

def entry_key(d, e):
    at = field(d, 3) + (e << 2) + (e << 1)
    return lw(at, 7)

def entry_value(d, e):
    at = field(d, 3) + (e << 2) + (e << 1)
    return lw(at, 11)

def set_entry_value(d, e, v):
    at = field(d, 3) + (e << 2) + (e << 1)
    sw(at, 11, v)
    return NONE

def dict_filled(d):
    return field(d, 2)

def dict_item(d, k):
    # A small int or a text is found by identity, without a call; what is not goes on to dict_item_hashed.
    h = k
    if k & 1:
        if tag(k) != STR:
            return dict_item_hashed(d, k)
        h = field(k, 2)
    if h != HOLE:
        at = field(d, 3)
        index = field(d, 4)
        if index == HOLE:
            n = field(d, 2)
            end = at + (n << 2) + (n << 1)
            while at != end:
                if lw(at, 7) == k:
                    return lw(at, 11)
                at += 12
        else:
            n = lw(index + ((h << 1) & field(index, 1)), 7)
            at = at + n
            if n:
                if lw(at, -5) == k:
                    return lw(at, -1)
    return dict_item_hashed(d, k)

def dict_item_hashed(d, k):
    t = tag_of(k)
    if t == TUPLE:
        h = tuple_hash(k)
    else:
        h = hash_small(k)
    if h == 1:
        return M.dict_item_slow(d, k)
    at = dict_seek(d, k, h)
    if at & 1:
        return lw(at, 11)
    if at:
        return M.dict_item_slow(d, k)
    if tag(d) != DICT:
        return M.dict_missing(d, k)
    return throw(TYPE_KeyError, MSG_KEY, k, 0)

def dict_find(d, k):
    # For managed code: the entry's number, -1 if there is none.
    h = hash_small(k)
    if h == 1:
        return M.dict_find_slow(d, k)
    at = dict_seek(d, k, h)
    if at & 1:
        return entry_number(at - field(d, 3))
    if at:
        return M.dict_find_slow(d, k)
    return -2

def dict_has(d, k):
    # A condition.
    h = k
    if k & 1:
        if tag(k) != STR:
            return dict_has_hashed(d, k)
        h = field(k, 2)
        if h == HOLE:
            return dict_has_hashed(d, k)
    at = dict_seek(d, k, h)
    if at == 2:
        return M.dict_has_slow(d, k)
    return at

def dict_has_hashed(d, k):
    if tag(k) == TUPLE:
        h = tuple_hash(k)
    else:
        h = hash_small(k)
    if h == 1:
        return M.dict_has_slow(d, k)
    at = dict_seek(d, k, h)
    if at == 2:
        return M.dict_has_slow(d, k)
    return at

def dict_get(d, k, default):
    # A small int or a text is found by identity, without a call; what is not goes on to dict_get_hashed.
    h = k
    if k & 1:
        if tag(k) != STR:
            return dict_get_hashed(d, k, default)
        h = field(k, 2)
    if h != HOLE:
        at = field(d, 3)
        index = field(d, 4)
        if index == HOLE:
            n = field(d, 2)
            end = at + (n << 2) + (n << 1)
            while at != end:
                if lw(at, 7) == k:
                    return lw(at, 11)
                at += 12
        else:
            n = lw(index + ((h << 1) & field(index, 1)), 7)
            at = at + n
            if n:
                if lw(at, -5) == k:
                    return lw(at, -1)
    return dict_get_hashed(d, k, default)

def dict_get_hashed(d, k, default):
    t = tag_of(k)
    if t == TUPLE:
        h = tuple_hash(k)
    else:
        h = hash_small(k)
    if h == 1:
        return M.dict_get_slow(d, k, default)
    at = dict_seek(d, k, h)
    if at & 1:
        return lw(at, 11)
    if at:
        return M.dict_get_slow(d, k, default)
    return default

def dict_set(d, k, v):
    h = k
    if k & 1:
        if tag(k) != STR:
            return dict_set_hashed(d, k, v)
        h = field(k, 2)
        if h == HOLE:
            return dict_set_hashed(d, k, v)
    at = dict_seek(d, k, h)
    if at & 1:
        sw(at, 11, v)
        return NONE
    if at:
        return M.dict_set_slow(d, k, v)
    return dict_add(d, k, v, h)

def dict_set_hashed(d, k, v):
    if tag(k) == TUPLE:
        h = tuple_hash(k)
    else:
        h = hash_small(k)
    if h == 1:
        return M.dict_set_slow(d, k, v)
    at = dict_seek(d, k, h)
    if at & 1:
        sw(at, 11, v)
        return NONE
    if at:
        return M.dict_set_slow(d, k, v)
    return dict_add(d, k, v, h)

def dict_add(d, k, v, h):
    # A new key.
    n = field(d, 2)
    entries = field(d, 3)
    if ult((n << 8) + (n << 7) + 1024, header(entries)):
        e = (n << 2) + (n << 1)
        at = entries + e
        sw(at, 3, h)
        sw(at, 7, k)
        sw(at, 11, v)
        set_field(d, 2, n + 2)
        set_field(d, 1, field(d, 1) + 2)
        index = field(d, 4)
        if index != HOLE:
            n = field(index, 1)
            at = (h << 1) & n
            while lw(index + at, 7):
                at = (at + 4) & n
            sw(index + at, 7, e + 12)
        return NONE
    return dict_add_slow(d, k, v, h)

def dict_add_slow(d, k, v, h):
    # Larger tables: entries in use move together; an index from 9 entries on.
    if field(d, 3) == EMPTY_ARRAY:
        at = HP + 1
        HP = HP + 52
        sw(at, -1, 3328 | ARRAY)
        sw(at, 3, h)
        sw(at, 7, k)
        sw(at, 11, v)
        sw(at, 15, 0)
        sw(at, 19, 0)
        sw(at, 23, 0)
        sw(at, 27, 0)
        sw(at, 31, 0)
        sw(at, 35, 0)
        sw(at, 39, 0)
        sw(at, 43, 0)
        sw(at, 47, 0)
        set_field(d, 1, 2)
        set_field(d, 2, 2)
        set_field(d, 3, at)
        return NONE
    n = field(d, 1) >> 1
    n = n + n + 4
    d, k, v = room3(d, k, v, (n << 4) + (n << 4) + 64)
    rebuild(d, n)
    return dict_add(d, k, v, h)

def rebuild(d, n):
    # Room for n entries; there is room on the heap.
    old = field(d, 3)
    count = field(d, 2)
    at = HP + 1
    words = n + n + n
    sw(at, -1, ((words + 1) << 8) | ARRAY)
    HP = HP + (words << 2) + 4
    set_field(d, 3, at)
    last = old + (count << 2) + (count << 1)
    count = 0
    while old != last:
        x = lw(old, 7)
        if x != HOLE:
            sw(at, 7, x)
            sw(at, 3, lw(old, 3))
            sw(at, 11, lw(old, 11))
            at += 12
            count += 2
        old += 12
    set_field(d, 2, count)
    end = HP - 3
    while at != end:
        sw(at, 3, 0)
        sw(at, 7, 0)
        sw(at, 11, 0)
        at += 12
    if n <= 8:
        set_field(d, 4, HOLE)
        return NONE
    size = 16
    while size < n + (n >> 1):
        size = size << 1
    x = HP + 1
    sw(x, -1, ((size + 2) << 8) | RAW)
    sw(x, 3, (size << 2) - 4)
    HP = HP + (size << 2) + 8
    set_field(d, 4, x)
    end = HP - 7
    while x != end:
        sw(x, 7, 0)
        sw(x, 11, 0)
        sw(x, 15, 0)
        sw(x, 19, 0)
        x += 16
    return reindex(d)

def reindex(d):
    at = field(d, 3)
    n = field(d, 2)
    index = field(d, 4)
    mask = field(index, 1)
    n = (n << 2) + (n << 1)
    e = 0
    while e != n:
        p = (lw(at, 3) << 1) & mask
        while lw(index + p, 7):
            p = (p + 4) & mask
        e += 12
        sw(index + p, 7, e)
        at += 12
    return NONE

def dict_default(d, k, v):
    # d.setdefault(k, v)
    h = hash_small(k)
    if h == 1:
        return M.dict_setdefault(d, k, v)
    at = dict_seek(d, k, h)
    if at & 1:
        return lw(at, 11)
    if at:
        return M.dict_setdefault(d, k, v)
    return dict_add_value(d, k, v, h)

def dict_add_value(d, k, v, h):
    # There is room for the value on the Python stack while a table grows.
    sw(TOP, 0, v)
    TOP = TOP + 4
    dict_add(d, k, v, h)
    TOP = TOP - 4
    return lw(TOP, 0)

def dict_remove(d, e):
    # For managed code: entry e goes; its place stays.
    at = field(d, 3) + (e << 2) + (e << 1)
    sw(at, 7, HOLE)
    sw(at, 11, 0)
    set_field(d, 1, field(d, 1) - 2)
    if field(d, 1) == 0:
        if field(d, 4) == HOLE:
            set_field(d, 2, 0)
    return NONE

def dict_clear(d):
    set_field(d, 1, 0)
    set_field(d, 2, 0)
    set_field(d, 3, EMPTY_ARRAY)
    set_field(d, 4, HOLE)
    return NONE

def new_dict():
    p = HP + 1
    HP = HP + 20
    sw(p, -1, 1280 | DICT)
    sw(p, 3, 0)
    sw(p, 7, 0)
    sw(p, 11, EMPTY_ARRAY)
    sw(p, 15, HOLE)
    return p

def contains(o, k):
    # A condition: k in o
    if o & 1:
        t = tag(o)
        if HAS_DICT:
            if ult(t - DICT, DICT_COUNT):
                return dict_has(o, k)
        if HAS_SET:
            if ult(t - SET, SET_COUNT):
                return set_has(o, k)
        if t == STR:
            if k & 1:
                if tag(k) == STR:
                    r = str_find_raw(o, k, 0, field(o, 1))
                    return r + 2
        if t == LIST:
            return list_has(o, k)
        if t == TUPLE:
            return list_has(o, k)
    return M.contains_other(o, k)

def list_has(o, k):
    # A condition, for lists and tuples.
    if tag(o) <= LAST_TUPLE:
        at = o
        end = o + (shr(header(o), 8) << 2) - 4
    else:
        at = field(o, 2)
        end = at + (field(o, 1) << 1)
    while at != end:
        x = lw(at, 3)
        if x == k:
            return 1
        if (x | k) & 1:
            return list_has_slow(o, k, at, end)
        at += 4
    return 0

def list_has_slow(o, k, at, end):
    while at != end:
        x = lw(at, 3)
        if x == k:
            return 1
        if (x | k) & 1:
            r = equal(x, k)
            if r == 1:
                return 1
            if r:
                return M.list_has_other(o, k)
        at += 4
    return 0
