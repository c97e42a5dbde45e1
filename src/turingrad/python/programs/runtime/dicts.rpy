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
    h = 0xAC
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
        k += 4
    return h ^ (shr(h, 11) & -2)

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

def seek_tuple(d, k):
    # dict_seek of a tuple; the tuple's hash; and both arguments, which the caller need not save.
    # One or two small ints or texts that are identical to the key's are found here.
    n = header(k)
    if n == (768 | TUPLE) or n == (512 | TUPLE):
        x = lw(k, 3)
        if x & 1:
            if tag(x) == STR:
                x = field(x, 2)
        h = x + 1548
        if n != (512 | TUPLE):
            y = lw(k, 7)
            if y & 1:
                if tag(y) == STR:
                    y = field(y, 2)
            x |= y
            h = (h << 3) + h + y
        if not x & 1:
            h = h ^ (shr(h, 11) & -2)
            index = field(d, 4)
            if index != HOLE:
                p = h << 1
                while 1:
                    p = p & field(index, 1)
                    e = lw(index + p, 7)
                    if e == 0:
                        return 0, h, d, k
                    at = field(d, 3) + e
                    if lw(at, -9) == h:
                        x = lw(at, -5)
                        if x & 1:
                            if header(x) == n:
                                if lw(x, 3) == lw(k, 3):
                                    if n == (512 | TUPLE) or lw(x, 7) == lw(k, 7):
                                        return at - 12, h, d, k
                        break
                    p += 4
            return probe_tuple(d, k, h)
    return seek_any_tuple(d, k)

def seek_any_tuple(d, k):
    end = k + (shr(header(k), 8) << 2) - 4
    h = 0xAC
    p = k
    while p != end:
        x = lw(p, 3)
        if x & 1:
            # a HOLE is the hash of a text that is not known yet
            y = HOLE
            if tag(x) == STR:
                y = field(x, 2)
            if y & 1:
                y = hash_small(x)
                if y == 1:
                    return 2, 1, d, k
            x = y
        h = (h << 3) + h + x
        p += 4
    return probe_tuple(d, k, h ^ (shr(h, 11) & -2))

def probe_tuple(d, k, h):
    # seek_tuple of a tuple whose hash is known.
    at = field(d, 3)
    index = field(d, 4)
    if index == HOLE:
        n = field(d, 2)
        end = at + (n << 2) + (n << 1)
        while at != end:
            if lw(at, 3) == h:
                r = is_key(lw(at, 7), k)
                if r:
                    if r == 1:
                        return at, h, d, k
                    return 2, h, d, k
            at += 12
        return 0, h, d, k
    mask = field(index, 1)
    p = (h << 1) & mask
    while 1:
        e = lw(index + p, 7)
        if e == 0:
            return 0, h, d, k
        at = field(d, 3) + e
        if lw(at, -9) == h:
            r = is_key(lw(at, -5), k)
            if r:
                if r == 1:
                    return at - 12, h, d, k
                return 2, h, d, k
        p = (p + 4) & mask

def is_key(x, k):
    # Whether the key x of an entry, or its HOLE, is the tuple k: 0, 1, or 2 if managed code must decide.
    if x == k:
        return 1
    if not x & 1:
        return 0
    n = header(k)
    if header(x) != n:
        # the word at HOLE is no header
        if tag(x) == TUPLE or x == HOLE:
            return 0
        return key_equal(x, k)
    end = k + (shr(n, 8) << 2) - 4
    n = x
    y = k
    while lw(x, 3) == lw(y, 3):
        x += 4
        y += 4
        if y == end:
            return 1
    if not (lw(x, 3) | lw(y, 3)) & 1:
        return 0
    return tuple_equal(n, k)

def cached_item(d, k):
    # For managed code: the value of a tuple in a cache, or HOLE; missing_hash then tells its hash, or HOLE if the key
    # is another one or managed code must decide.
    if header(k) == (512 | TUPLE):
        # cache_key
        x = lw(k, 3)
        h = 0
        if x & 1:
            h = tag(x)
        if h == 0 or h == STR or h == BIG:
            S.scratch = HOLE
            return HOLE
    at, h, d, k = seek_tuple(d, k)
    if at & 1:
        return lw(at, 11)
    if at:
        h = HOLE
    S.scratch = h
    return HOLE

def missing_hash():
    return S.scratch

def set_known_item(d, k, v, h):
    # d[k] = v of a tuple that was not there when its hash was found: mostly, no entry on its way has that hash.
    index = field(d, 4)
    n = field(d, 2)
    entries = field(d, 3)
    e = (n << 2) + (n << 1)
    if index != HOLE and ult((e << 6) + 1024, header(entries)):
        mask = field(index, 1)
        p = (h << 1) & mask
        while 1:
            at = lw(index + p, 7)
            if at == 0:
                sw(index + p, 7, e + 12)
                at = entries + e
                sw(at, 3, h)
                sw(at, 7, k)
                sw(at, 11, v)
                set_field(d, 2, n + 2)
                set_field(d, 1, field(d, 1) + 2)
                return NONE
            if lw(entries + at, -9) == h:
                break
            p = (p + 4) & mask
    at, h, d, k = probe_tuple(d, k, h)
    if at & 1:
        sw(at, 11, v)
        return NONE
    if at:
        return M.dict_set_slow(d, k, v)
    return dict_add(d, k, v, h)

def cache_key(args):
    # For managed code: the key of a call in a cache. An int or text that is the only argument is a key itself.
    if header(args) == (512 | TUPLE):
        x = lw(args, 3)
        if not x & 1:
            return x
        if tag(x) == STR:
            return x
        if tag(x) == BIG:
            return x
    return args

def default_value(f):
    # For managed code: what int() and list() give, HOLE for any other callable.
    if f & 1:
        if tag(f) == CLASS:
            f = field(f, 1)
            if f == BIG << 1:
                return 0
            if f == LIST << 1:
                return empty_list()
    return HOLE

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
    index = field(d, 4)
    if index == HOLE:
        at = field(d, 3)
        n = field(d, 2)
        end = at + (n << 2) + (n << 1)
        while at != end:
            if lw(at, 7) == k:
                return lw(at, 11)
            at += 12
        if k & 1:
            if tag(k) == TUPLE:
                return dict_item_tuple(d, k)
        return dict_item_hashed(d, k)
    h = k
    if k & 1:
        if tag(k) != STR:
            if tag(k) == TUPLE:
                return dict_item_tuple(d, k)
            return dict_item_hashed(d, k)
        h = field(k, 2)
        if h == HOLE:
            return dict_item_hashed(d, k)
    n = lw(index + ((h << 1) & field(index, 1)), 7)
    if n:
        at = field(d, 3) + n
        if lw(at, -5) == k:
            return lw(at, -1)
    return dict_item_hashed(d, k)

def dict_item_tuple(d, k):
    at, h, d, k = seek_tuple(d, k)
    if at & 1:
        return lw(at, 11)
    return dict_item_missing(d, k, at)

def dict_item_hashed(d, k):
    h = hash_small(k)
    at = 2
    if h != 1:
        at = dict_seek(d, k, h)
    if at & 1:
        return lw(at, 11)
    return dict_item_missing(d, k, at)

def dict_item_missing(d, k, at):
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
    # A condition. A small int or a text is found by identity, without a call.
    h = k
    if k & 1:
        if tag(k) != STR:
            return dict_has_hashed(d, k)
        h = field(k, 2)
        if h == HOLE:
            return dict_has_hashed(d, k)
    at = field(d, 3)
    index = field(d, 4)
    if index == HOLE:
        n = field(d, 2)
        end = at + (n << 2) + (n << 1)
        while at != end:
            if lw(at, 3) == h:
                if lw(at, 7) == k:
                    return 1
                return dict_has_hashed(d, k)
            at += 12
        return 0
    n = lw(index + ((h << 1) & field(index, 1)), 7)
    at = at + n
    if n == 0:
        return 0
    if lw(at, -5) == k:
        return 1
    return dict_has_hashed(d, k)

def dict_has_hashed(d, k):
    t = tag_of(k)
    if t == TUPLE:
        at, h, d, k = seek_tuple(d, k)
    else:
        h = hash_small(k)
        at = 2
        if h != 1:
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
        if h == HOLE:
            return dict_get_hashed(d, k, default)
    at = field(d, 3)
    index = field(d, 4)
    if index == HOLE:
        n = field(d, 2)
        end = at + (n << 2) + (n << 1)
        while at != end:
            if lw(at, 3) == h:
                if lw(at, 7) == k:
                    return lw(at, 11)
                return dict_get_hashed(d, k, default)
            at += 12
        return default
    n = lw(index + ((h << 1) & field(index, 1)), 7)
    at = at + n
    if n == 0:
        return default
    if lw(at, -5) == k:
        return lw(at, -1)
    return dict_get_hashed(d, k, default)

def dict_get_hashed(d, k, default):
    t = tag_of(k)
    if t == TUPLE:
        at, h, d, k = seek_tuple(d, k)
    else:
        h = hash_small(k)
        at = 2
        if h != 1:
            at = dict_seek(d, k, h)
    if at & 1:
        return lw(at, 11)
    if at:
        return M.dict_get_slow(d, k, default)
    return default

def dict_set(d, k, v):
    # A small int or a text is found by identity, or is new, without a call; the rest goes on to dict_set_hashed.
    h = k
    if k & 1:
        if tag(k) != STR:
            if tag(k) == TUPLE:
                return dict_set_tuple(d, k, v)
            return dict_set_hashed(d, k, v)
        h = field(k, 2)
        if h == HOLE:
            return dict_set_hashed(d, k, v)
    at = field(d, 3)
    index = field(d, 4)
    n = field(d, 2)
    if index == HOLE:
        e = (n << 2) + (n << 1)
        end = at + e
        while at != end:
            if lw(at, 3) == h:
                if lw(at, 7) == k:
                    sw(at, 11, v)
                    return NONE
                return dict_set_hashed(d, k, v)
            at += 12
        if uge((e << 6) + 1024, header(field(d, 3))):
            return dict_add_slow(d, k, v, h)
    else:
        index = index + ((h << 1) & field(index, 1))
        e = lw(index, 7)
        if e:
            at = at + e
            if lw(at, -5) == k:
                sw(at, -1, v)
                return NONE
            return dict_set_hashed(d, k, v)
        e = (n << 2) + (n << 1)
        if uge((e << 6) + 1024, header(at)):
            return dict_add_slow(d, k, v, h)
        at = at + e
        sw(index, 7, e + 12)
    sw(at, 3, h)
    sw(at, 7, k)
    sw(at, 11, v)
    set_field(d, 2, n + 2)
    set_field(d, 1, field(d, 1) + 2)
    return NONE

def dict_set_tuple(d, k, v):
    at, h, d, k = seek_tuple(d, k)
    if at & 1:
        sw(at, 11, v)
        return NONE
    if at:
        return M.dict_set_slow(d, k, v)
    return dict_add(d, k, v, h)

def dict_set_hashed(d, k, v):
    h = hash_small(k)
    at = 2
    if h != 1:
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
    e = (n << 2) + (n << 1)
    if ult((e << 6) + 1024, header(entries)):
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
    # Larger tables: entries in use move together; all but the first have an index.
    if field(d, 3) == EMPTY_ARRAY:
        at = HP + 1
        HP = HP + 64
        sw(at, -1, 4096 | ARRAY)
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
        sw(at, 51, 0)
        sw(at, 55, 0)
        sw(at, 59, 0)
        set_field(d, 1, 2)
        set_field(d, 2, 2)
        set_field(d, 3, at)
        return NONE
    n = entries_for((field(d, 1) + (field(d, 1) >> 1)) | 8)
    d, k, v = room3(d, k, v, (n << 4) + (n << 4) + 64)
    rebuild(d, n)
    return dict_add(d, k, v, h)

def entries_for(slots):
    # CPython's tables have 8, 16, 32, ... slots, at least three for each key when they grow (and 16 for one or two), and
    # entries for two thirds of them: a program that changes a dict in a loop over it sees when entries move together.
    n = 5
    size = 8
    while size < slots:
        size = size << 1
        n = n + n + ((n & 1) ^ 1)
    return n

def rebuild(d, n):
    # Room for n entries; there is room on the heap.
    at = HP + 1
    words = n + n + n
    sw(at, -1, ((words + 1) << 8) | ARRAY)
    HP = HP + (words << 2) + 4
    last = HP - 3
    if n <= 8:
        index = HOLE
    else:
        size = 16
        while size < n + (n >> 1) + (n >> 2):
            size = size << 1
        index = HP + 1
        sw(index, -1, ((size + 2) << 8) | RAW)
        sw(index, 3, (size << 2) - 4)
        HP = HP + (size << 2) + 8
        x = index
        end = HP - 7
        while x != end:
            sw(x, 7, 0)
            sw(x, 11, 0)
            sw(x, 15, 0)
            sw(x, 19, 0)
            sw(x, 23, 0)
            sw(x, 27, 0)
            sw(x, 31, 0)
            sw(x, 35, 0)
            x += 32
    at = move_entries(d, at, index)
    while at != last:
        sw(at, 3, 0)
        sw(at, 7, 0)
        sw(at, 11, 0)
        at += 12
    return NONE

def move_entries(d, to, index):
    # A dict's entries in use go to a new table, and into its index; the end of them.
    at = to
    old = field(d, 3)
    last = field(d, 2)
    last = old + (last << 2) + (last << 1)
    set_field(d, 3, at)
    set_field(d, 4, index)
    n = 0
    if index != HOLE:
        n = field(index, 1)
    while old != last:
        x = lw(old, 7)
        if x != HOLE:
            sw(at, 7, x)
            h = lw(old, 3)
            sw(at, 3, h)
            sw(at, 11, lw(old, 11))
            at += 12
            if n:
                p = (h << 1) & n
                while lw(index + p, 7):
                    p = (p + 4) & n
                sw(index + p, 7, at - to)
        old += 12
    set_field(d, 2, field(d, 1))
    return at

def dict_default(d, k, v):
    # d.setdefault(k, v)
    t = tag_of(k)
    if t == TUPLE:
        at, h, d, k = seek_tuple(d, k)
    else:
        h = hash_small(k)
        at = 2
        if h != 1:
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

def dict_of_size(n):
    # An empty dict with room for n keys.
    n = entries_for(n + ((n + 1) >> 1))
    n = room1(n << 1, (n << 5) + 128)
    d = new_dict()
    rebuild(d, n >> 1)
    return d

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
