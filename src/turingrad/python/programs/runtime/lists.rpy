# Raw: lists (length, items), tuples (items), and subscripts of any object.

def new_list(n):
    # A list of n zeros (n tagged).
    if n == 0:
        return empty_list()
    if n & 1:
        halt(103)
    if uge(n, 0x10000000):
        halt(103)
    n = room1(n, (n << 1) + 16)
    p = HP + 1
    sw(p, -1, 768 | LIST)
    sw(p, 3, n)
    items = p + 12
    sw(p, 7, items)
    n = n >> 1
    sw(items, -1, ((n + 1) << 8) | ARRAY)
    HP = HP + (n << 2) + 16
    at = items
    while n:
        sw(at, 3, 0)
        at += 4
        n -= 1
    return p

def new_tuple(n):
    if n == 0:
        return EMPTY_TUPLE
    if n & 1:
        halt(103)
    if uge(n, 0x10000000):
        halt(103)
    n = room1(n, (n << 1) + 8)
    n = n >> 1
    p = HP + 1
    sw(p, -1, ((n + 1) << 8) | TUPLE)
    HP = HP + (n << 2) + 4
    at = p
    while n:
        sw(at, 3, 0)
        at += 4
        n -= 1
    return p

def pack_list(at, n):
    # The list of the n words (n not tagged, small) at an address.
    p = HP + 1
    sw(p, -1, 768 | LIST)
    sw(p, 3, n << 1)
    items = p + 12
    sw(p, 7, items)
    sw(items, -1, ((n + 1) << 8) | ARRAY)
    HP = HP + (n << 2) + 16
    end = HP - 3
    if n & 1:
        sw(items, 3, lw(at, 0))
        items += 4
        at += 4
    while items != end:
        x = lw(at, 0)
        y = lw(at, 4)
        sw(items, 3, x)
        sw(items, 7, y)
        items += 8
        at += 8
    return p

def pack_tuple(at, n):
    p = HP + 1
    sw(p, -1, ((n + 1) << 8) | TUPLE)
    HP = HP + (n << 2) + 4
    items = p
    while n:
        sw(items, 3, lw(at, 0))
        items += 4
        at += 4
        n -= 1
    return p

def empty_list():
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | LIST)
    sw(p, 3, 0)
    sw(p, 7, EMPTY_ARRAY)
    return p

def append(l, v):
    n = field(l, 1)
    items = field(l, 2)
    if uge(header(items), (n + 4) << 7):
        set_field(l, 1, n + 2)
        sw(items + (n << 1), 3, v)
        return NONE
    return append_slow(l, v)

def append_slow(l, v):
    n = field(l, 1)
    if n == 0:
        p = HP + 1
        HP = HP + 20
        sw(p, -1, 1280 | ARRAY)
        sw(p, 3, v)
        sw(p, 7, 0)
        sw(p, 11, 0)
        sw(p, 15, 0)
        set_field(l, 1, 2)
        set_field(l, 2, p)
        return NONE
    m = n + (n >> 2 << 1) + 8
    if ult(S.heap_end - HP, (m << 1) + 8 + RESERVE):
        return append_collect(l, v, m)
    old = field(l, 2)
    p = HP + 1
    sw(p, -1, (m << 7) + (256 | ARRAY))
    HP = HP + (m << 1) + 4
    set_field(l, 1, n + 2)
    set_field(l, 2, p)
    end = p + (n << 1)
    while p != end:
        sw(p, 3, lw(old, 3))
        p += 4
        old += 4
    sw(p, 3, v)
    p += 4
    end = HP - 3
    while p != end:
        sw(p, 3, 0)
        p += 4
    return NONE

def append_collect(l, v, n):
    l, v, n = room3(l, v, n, (n << 1) + 8)
    grow(l, n)
    n = field(l, 1)
    set_field(l, 1, n + 2)
    sw(field(l, 2) + (n << 1), 3, v)
    return NONE

def list_of(o):
    # A new list of the items of a list or a tuple.
    n = length(o)
    if n == 0:
        return empty_list()
    o = room1(o, (n << 1) + 16)
    if tag(o) <= LAST_TUPLE:
        return pack_list(o + 3, shr(header(o), 8) - 1)
    return pack_list(field(o, 2) + 3, field(o, 1) >> 1)

def to_list(o):
    # list(o)
    if o & 1:
        t = tag(o)
        if ult(t - TUPLE, LAST_LIST - TUPLE + 1):
            return list_of(o)
        if HAS_STR:
            if t == STR:
                if field(o, 1):
                    return letters_of(o)
        if HAS_DICT:
            if ult(t - DICT, DICT_COUNT):
                return list_of_dict(o, 0)
            if t == VIEW:
                return list_of_dict(field(o, 1), field(o, 2))
        if HAS_SET:
            if ult(t - SET, SET_COUNT):
                return list_of_set(o)
    return M.make_list(o)

def list_of_dict(d, kind):
    # The list of a dict's keys (kind 0), values (2) or items (4).
    n = field(d, 1)
    if n == 0:
        return empty_list()
    d, kind = room2(d, kind, (n << 3) + 16)
    n = field(d, 1)
    l = HP + 1
    sw(l, -1, 768 | LIST)
    sw(l, 3, n)
    to = l + 12
    sw(l, 7, to)
    sw(to, -1, (n << 7) + (256 | ARRAY))
    HP = HP + (n << 1) + 16
    end = to + (n << 1)
    at = field(d, 3)
    while to != end:
        k = lw(at, 7)
        if k != HOLE:
            if kind:
                if kind == 2:
                    k = lw(at, 11)
                else:
                    p = HP + 1
                    HP = HP + 12
                    sw(p, -1, 768 | TUPLE)
                    sw(p, 3, k)
                    sw(p, 7, lw(at, 11))
                    k = p
            sw(to, 3, k)
            to += 4
        at += 12
    return l

def list_of_set(o):
    n = field(o, 1)
    if n == 0:
        return empty_list()
    S.order_seen = S.order_seen | S.unordered
    o = room1(o, (n << 1) + 16)
    n = field(o, 1)
    l = HP + 1
    sw(l, -1, 768 | LIST)
    sw(l, 3, n)
    to = l + 12
    sw(l, 7, to)
    sw(to, -1, (n << 7) + (256 | ARRAY))
    HP = HP + (n << 1) + 16
    end = to + (n << 1)
    at = field(o, 4)
    while to != end:
        k = lw(at, 3)
        if k != HOLE:
            if k != DUMMY:
                sw(to, 3, k)
                to += 4
        at += 4
    return l

def to_tuple(o):
    # tuple(o)
    if o & 1:
        if tag(o) == TUPLE:
            return o
        if tag(o) == LIST:
            return as_tuple_of(o)
    return M.make_tuple(o)

def extend_items(l, o):
    # l.extend(o) of a list or a tuple
    n = length(o)
    n += field(l, 1)
    if not ult(n << 7, header(field(l, 2)) & -256):
        n = n + (n >> 3 << 1) + 4
        l, o, n = room3(l, o, n, (n << 1) + 8)
        grow(l, n)
    if tag(o) <= LAST_TUPLE:
        n = (shr(header(o), 8) - 1) << 1
        at = o
    else:
        n = field(o, 1)
        at = field(o, 2)
    to = field(l, 2) + (field(l, 1) << 1)
    set_field(l, 1, field(l, 1) + n)
    end = at + (n << 1)
    while at != end:
        sw(to, 3, lw(at, 3))
        at += 4
        to += 4
    return NONE

def joined_items(a, b):
    # a + b of two lists, or of two tuples
    n = length(a)
    m = length(b)
    n += m
    a, b, n = room3(a, b, n, (n << 1) + 32)
    if n == 0:
        if tag(a) <= LAST_TUPLE:
            return EMPTY_TUPLE
        return empty_list()
    if tag(a) <= LAST_TUPLE:
        p = HP + 1
        sw(p, -1, (n << 7) + (256 | TUPLE))
        HP = HP + (n << 1) + 4
        end = shr(header(a), 8) - 1
        m = shr(header(b), 8) - 1
        to = p
    else:
        p = HP + 1
        sw(p, -1, 768 | LIST)
        sw(p, 3, n)
        to = p + 12
        sw(p, 7, to)
        sw(to, -1, (n << 7) + (256 | ARRAY))
        HP = HP + (n << 1) + 16
        end = field(a, 1) >> 1
        m = field(b, 1) >> 1
        a = field(a, 2)
        b = field(b, 2)
    while end:
        sw(to, 3, lw(a, 3))
        to += 4
        a += 4
        end -= 1
    while m:
        sw(to, 3, lw(b, 3))
        to += 4
        b += 4
        m -= 1
    return p

def fill_items(r, a):
    # For managed code: the items of r, a new list or tuple, are those of a over and over; r has a multiple of them.
    if tag(a) <= LAST_TUPLE:
        n = (shr(header(a), 8) - 1) << 1
        to = r
        end = r + (shr(header(r), 8) << 2) - 4
    else:
        n = field(a, 1)
        a = field(a, 2)
        to = field(r, 2)
        end = to + (field(r, 1) << 1)
    if n == 2:
        v = lw(a, 3)
        while to != end:
            sw(to, 3, v)
            to += 4
        return NONE
    while to != end:
        at = a
        last = a + (n << 1)
        while at != last:
            sw(to, 3, lw(at, 3))
            at += 4
            to += 4
    return NONE

def sum_small(o, n):
    # n plus the items of a list or tuple of small ints; HOLE if managed code must add them.
    if not o & 1:
        return HOLE
    t = tag(o)
    if t == LIST:
        at = field(o, 2)
        end = at + (field(o, 1) << 1)
    else:
        if t != TUPLE:
            return HOLE
        at = o
        end = o + (shr(header(o), 8) << 2) - 4
    if n & 1:
        return HOLE
    while at != end:
        x = lw(at, 3)
        if x & 1:
            return HOLE
        t = n + x
        if ((t ^ n) & (t ^ x)) < 0:
            return HOLE
        n = t
        at += 4
    return n

def sum_floats(o):
    # 0 plus the items of a list of floats, with one float of the heap for all sums; HOLE if managed code must add.
    if not o & 1:
        return HOLE
    if tag(o) != LIST:
        return HOLE
    at = field(o, 2)
    end = at + (field(o, 1) << 1)
    if at == end:
        return HOLE
    x = lw(at, 3)
    if not x & 1:
        return HOLE
    if tag(x) != FLOAT:
        return HOLE
    # 0 and the first item are that item, but for -0 and what is no number
    h = lw(x, 3)
    if ult(0xFFDFFFFF, h << 1) or not (h << 1) | lw(x, 7):
        p = new_float(0, 0)
    else:
        p = new_float(h, lw(x, 7))
        at += 4
    return add_floats(p, at, end)

def add_floats(p, at, end):
    old = HP
    while 1:
        if at == end:
            return p
        x = lw(at, 3)
        if not x & 1:
            return HOLE
        if tag(x) != FLOAT:
            return HOLE
        x = float_add(p, x, 0)
        sw(p, 3, lw(x, 3))
        sw(p, 7, lw(x, 7))
        HP = old
        at += 4

def extreme_small(o, flip):
    # The least item of a list or tuple of small ints, the largest if flip is -1; HOLE if managed code must compare.
    if not o & 1:
        return HOLE
    t = tag(o)
    if t == LIST:
        at = field(o, 2)
        end = at + (field(o, 1) << 1)
    else:
        if t != TUPLE:
            return HOLE
        at = o
        end = o + (shr(header(o), 8) << 2) - 4
    if at == end:
        return HOLE
    flip = flip >> 1
    n = 0x7FFFFFFF
    while at != end:
        x = lw(at, 3)
        if x & 1:
            return HOLE
        x = x ^ flip
        if x < n:
            n = x
        at += 4
    return n ^ flip

def reverse_items(l):
    at = field(l, 2)
    end = at + (field(l, 1) << 1) - 4
    while ult(at, end):
        x = lw(at, 3)
        sw(at, 3, lw(end, 3))
        sw(end, 3, x)
        at += 4
        end -= 4
    return NONE

def slice_of(o, i, j):
    # o[i:j] of a list, tuple or text; the bounds are small ints or None. HOLE if managed code must decide.
    if not o & 1:
        return HOLE
    t = tag(o)
    if t == STR:
        n = field(o, 1)
    else:
        if t == LIST:
            n = field(o, 1)
        else:
            if t != TUPLE:
                return HOLE
            n = (shr(header(o), 8) - 1) << 1
    if i & 1:
        if i != NONE:
            return HOLE
        i = 0
    if i < 0:
        i += n
        if i < 0:
            i = 0
    if j & 1:
        if j != NONE:
            return HOLE
        j = n
    if j < 0:
        j += n
    if n < j:
        j = n
    if j <= i:
        if n < i:
            i = n
        j = i
    if HAS_STR:
        if t == STR:
            return str_slice(o, i, j)
    return list_slice(o, i, j)

def grow(l, n):
    # Give l room for n items (tagged); there is room on the heap.
    old = field(l, 2)
    used = field(l, 1) >> 1
    n = n >> 1
    p = HP + 1
    sw(p, -1, ((n + 1) << 8) | ARRAY)
    HP = HP + (n << 2) + 4
    at = p
    n -= used
    while used:
        sw(at, 3, lw(old, 3))
        at += 4
        old += 4
        used -= 1
    while n:
        sw(at, 3, 0)
        at += 4
        n -= 1
    set_field(l, 2, p)

def reserve_items(l, n):
    # For managed code: room for n items at least.
    if ult(n << 7, header(field(l, 2)) & -256):
        return NONE
    n = n + (n >> 3 << 1) + 4
    l, n = room2(l, n, (n << 1) + 8)
    grow(l, n)
    return NONE

def set_length(l, n):
    # For managed code; what is cut off is forgotten.
    k = field(l, 1)
    items = field(l, 2)
    set_field(l, 1, n)
    while n < k:
        sw(items + (n << 1), 3, 0)
        n += 2
    return NONE

def list_pop(l):
    n = field(l, 1)
    if n == 0:
        return throw(TYPE_IndexError, MSG_POP_EMPTY, 0, 0)
    n -= 2
    set_field(l, 1, n)
    at = field(l, 2) + (n << 1)
    v = lw(at, 3)
    sw(at, 3, 0)
    return v

def list_remove_at(l, i):
    # Item i is in range.
    n = field(l, 1) - 2
    set_field(l, 1, n)
    at = field(l, 2) + (i << 1)
    end = field(l, 2) + (n << 1)
    v = lw(at, 3)
    while at != end:
        sw(at, 3, lw(at, 7))
        at += 4
    sw(at, 3, 0)
    return v

def list_insert_at(l, i, v):
    # 0 <= i <= len, and there is room for one more.
    n = field(l, 1)
    set_field(l, 1, n + 2)
    at = field(l, 2) + (n << 1)
    end = field(l, 2) + (i << 1)
    while at != end:
        sw(at, 3, lw(at, -1))
        at -= 4
    sw(at, 3, v)
    return NONE

def list_slice(l, i, j):
    # l[i:j] for 0 <= i <= j <= len(l), of a list or a tuple
    l, i, j = room3(l, i, j, ((j - i) << 1) + 24)
    if tag(l) <= LAST_TUPLE:
        src = l + (i << 1)
        if i == j:
            return EMPTY_TUPLE
        return pack_tuple(src + 3, (j - i) >> 1)
    if i == j:
        return empty_list()
    src = field(l, 2) + (i << 1)
    return pack_list(src + 3, (j - i) >> 1)

def item(l, i):
    # For managed code: item i of a list or tuple, in range.
    if tag(l) <= LAST_TUPLE:
        return lw(l + (i << 1), 3)
    return lw(field(l, 2) + (i << 1), 3)

def set_tuple_item(l, i, v):
    sw(l + (i << 1), 3, v)
    return NONE

def set_list_item(l, i, v):
    sw(field(l, 2) + (i << 1), 3, v)
    return NONE

def as_tuple_of(l):
    # For managed code: a list's items as a tuple.
    n = field(l, 1)
    if n == 0:
        return EMPTY_TUPLE
    l = room1(l, (n << 1) + 8)
    return pack_tuple(field(l, 2) + 3, field(l, 1) >> 1)

def get_item(o, i):
    # Lists come here with an index below 0 only: user code takes the rest itself.
    if not i & 1:
        if o & 1:
            n = header(o)
            t = n & 255
            if t == TUPLE:
                # the type has no bit 7
                n = shr(n, 7) - 2
                if i < 0:
                    i += n
                if uge(i, n):
                    return throw(TYPE_IndexError, MSG_TUPLE_INDEX, 0, 0)
                return lw(o + (i << 1), 3)
            if HAS_STR:
                if t == STR:
                    return str_get(o, i)
            if t == LIST:
                n = field(o, 1)
                if i < 0:
                    i += n
                if uge(i, n):
                    return throw(TYPE_IndexError, MSG_LIST_INDEX, 0, 0)
                return lw(field(o, 2) + (i << 1), 3)
    if o & 1:
        if HAS_DICT:
            if ult(tag(o) - DICT, DICT_COUNT):
                return dict_item(o, i)
    return M.get_item_other(o, i)

def tuple_item(o, i):
    # An item of a tuple: get_item decides about an index that is no number from 0 on.
    n = shr(header(o), 7) - 2
    if not i & 1:
        if ult(i, n):
            return lw(o + (i << 1), 3)
    return get_item(o, i)

def set_item(o, i, v):
    if o & 1:
        t = tag(o)
        if t == LIST:
            if not i & 1:
                n = field(o, 1)
                if i < 0:
                    i += n
                if uge(i, n):
                    return throw(TYPE_IndexError, MSG_LIST_ASSIGN, 0, 0)
                sw(field(o, 2) + (i << 1), 3, v)
                return NONE
        if HAS_DICT:
            if ult(t - DICT, DICT_COUNT):
                return dict_set(o, i, v)
    return M.set_item_other(o, i, v)

def length(o):
    # Tuples first: user code takes the rest itself.
    if o & 1:
        n = header(o)
        t = n & 255
        if t <= LAST_TUPLE:
            if t >= FIRST_CONTAINER:
                return (shr(n, 8) - 1) << 1
            if t == STR:
                return field(o, 1)
        if ult(t - LIST, FIRST_INSTANCE - LIST):
            return field(o, 1)
    return M.length_other(o)

def sequence_length(o):
    # For a pattern: the length of a sequence that is no text, -1 of anything else.
    if o & 1:
        n = header(o)
        t = n & 255
        if ult(t - TUPLE, LAST_LIST - TUPLE + 1):
            if t <= LAST_TUPLE:
                return (shr(n, 8) - 1) << 1
            return field(o, 1)
        return M.length_of_other_sequence(o)
    return -2

def items_in_place(o):
    # For a pattern: a sequence as a list or a tuple.
    if ult(tag(o) - TUPLE, LAST_LIST - TUPLE + 1):
        return o
    return to_list(o)

def extend_length(l, n):
    # For managed code: there is room; the caller fills the new items.
    set_field(l, 1, n)
    return NONE
