# Raw: attributes, calls, iteration. A column: 0 first type, 4 number of types, 8 name, 12 column of the class's values, 16 entries.

def get_attr(p, column):
    if p & 1:
        t = tag(p) - lw(column, 0)
    else:
        t = -lw(column, 0)
    if ult(t, lw(column, 4)):
        e = lw(column + (t << 2), 16)
        if e & 1:
            return bound_attr(p, e)
        if e:
            v = lw(p + e, -1)
            if v != HOLE:
                return v
            c = lw(column, 12)
            if c:
                return get_attr(p, c)
    if p & 1:
        if tag(p) == CLASS:
            return get_class_attr(p, column)
    return M.attribute_missing(p, lw(column, 8))

def bound_attr(p, e):
    t = tag(e)
    if t == CELL:
        return field(e, 1)
    if t == PROPERTY:
        sw(TOP, 8, p)
        return call(field(e, 1), 2)
    if t == STATICM:
        return field(e, 1)
    if t == CLASSM:
        t = tag(p)
        p = lw(address("classes") + (t << 2), 0)
        e = field(e, 1)
    return bind(p, e)

def bind(p, e):
    m = HP + 1
    HP = HP + 12
    sw(m, -1, 768 | METHOD)
    sw(m, 3, e)
    sw(m, 7, p)
    return m

def set_attr(p, column, v):
    if p & 1:
        t = tag(p) - lw(column, 0)
        if ult(t, lw(column, 4)):
            e = lw(column + (t << 2), 16)
            if not e & 1:
                if e:
                    sw(p + e, -1, v)
                    return NONE
            else:
                if tag(e) == PROPERTY:
                    if field(e, 2) != NONE:
                        sw(TOP, 8, p)
                        sw(TOP, 12, v)
                        return call(field(e, 2), 4)
                    return M.property_unsettable(p, lw(column, 8))
        if tag(p) == CLASS:
            t = (field(p, 1) >> 1) - lw(column, 0)
            if ult(t, lw(column, 4)):
                e = lw(column + (t << 2), 16)
                if e & 1:
                    if tag(e) == CELL:
                        set_field(e, 1, v)
                        return NONE
    return M.attribute_unsettable(p, lw(column, 8), v)

def set_class_attr(p, column, v, own):
    # Of a class that may have inherited the attribute: from here on it has a cell of its own, and so have the classes
    # below that read the same one.
    if tag(p) == CLASS:
        t = (field(p, 1) >> 1) - lw(own, 0)
        if ult(t, lw(own, 4)):
            c = lw(own + (t << 2), 16)
            if c:
                if field(c, 1) == HOLE:
                    take_cell(p, column, c)
                set_field(c, 1, v)
                return NONE
    return set_attr(p, column, v)

def take_cell(p, column, c):
    first = lw(column, 0)
    count = lw(column, 4)
    old = lw(column + (((field(p, 1) >> 1) - first) << 2), 16)
    i = 0
    while i < count:
        if lw(column + (i << 2), 16) == old:
            t = first + i
            if shr(lw(p + (shr(t, 5) << 2), 27), t & 31) & 1:
                sw(column + (i << 2), 16, c)
        i += 1
    return 0

def del_attr(p, column):
    if p & 1:
        t = tag(p) - lw(column, 0)
        if ult(t, lw(column, 4)):
            e = lw(column + (t << 2), 16)
            if not e & 1:
                if e:
                    if lw(p + e, -1) != HOLE:
                        sw(p + e, -1, HOLE)
                        return NONE
            else:
                if tag(e) == PROPERTY:
                    if field(e, 3) != NONE:
                        sw(TOP, 8, p)
                        return call(field(e, 3), 2)
    return M.attribute_missing(p, lw(column, 8))

def call_method(p, n, column):
    # p.name(...): p is also at TOP + 8, the arguments follow; n (tagged) counts them all.
    if p & 1:
        t = tag(p) - lw(column, 0)
    else:
        t = -lw(column, 0)
    if ult(t, lw(column, 4)):
        e = lw(column + (t << 2), 16)
        if e & 1:
            t = tag(e)
            if t == FUNC:
                v = field(e, 2)
                if v == n:
                    return enter(e)
                return call_filled(e, n, v)
            if t == NATIVE:
                return call_native(e, n)
            return call_bound(p, n, e)
        if e:
            v = lw(p + e, -1)
            if v != HOLE:
                return call_shifted(v, n)
            c = lw(column, 12)
            if c:
                return call_method(p, n, c)
    if p & 1:
        if tag(p) == CLASS:
            return call_class_attr(p, n, column)
    if HAS_MISSING:
        n = pack_tuple(TOP + 8, n >> 1)
        return M.call_missing(p, lw(column, 8), n)
    return M.attribute_missing(p, lw(column, 8))

def check_attr(p, column):
    # p if it has the attribute; the error comes before the arguments of a call are computed.
    if p & 1:
        t = tag(p)
        if t == CLASS:
            return p
        t = t - lw(column, 0)
    else:
        t = -lw(column, 0)
    if ult(t, lw(column, 4)):
        e = lw(column + (t << 2), 16)
        if e & 1:
            return p
        if e:
            if lw(p + e, -1) != HOLE:
                return p
            if lw(column, 12):
                return p
    if HAS_MISSING:
        return p
    return M.attribute_missing(p, lw(column, 8))

def enter(f):
    t = field(f, 1)
    jump(t)

def call_shifted(f, n):
    # The first of the n arguments goes.
    i = 2
    at = TOP + 8
    while i < n:
        sw(at, 0, lw(at, 4))
        at += 4
        i += 2
    return call(f, n - 2)

def call_bound(p, n, e):
    t = tag(e)
    if t == STATICM:
        return call_shifted(field(e, 1), n)
    if t == CELL:
        return call_shifted(field(e, 1), n)
    if t == CLASSM:
        t = tag(p)
        sw(TOP, 8, lw(address("classes") + (t << 2), 0))
        return call(field(e, 1), n)
    p = pack_tuple(TOP + 8, n >> 1)
    return M.call_property(e, p)

def call(f, n):
    # The arguments are at TOP + 8; n is their number, tagged.
    if f & 1:
        t = tag(f)
        if t == FUNC:
            v = field(f, 2)
            if v == n:
                return enter(f)
            return call_filled(f, n, v)
        if t == METHOD:
            if n == 2:
                sw(TOP, 12, lw(TOP, 8))
                sw(TOP, 8, field(f, 2))
                return call(field(f, 1), 4)
            at = TOP + (n << 1)
            i = n
            while i:
                sw(at, 8, lw(at, 4))
                at -= 4
                i -= 2
            sw(TOP, 8, field(f, 2))
            return call(field(f, 1), n + 2)
        if t == NATIVE:
            return call_native(f, n)
        if t == CLASS:
            # a built-in class has a function that makes its objects
            v = field(f, 4)
            if v != NONE:
                return call(v, n)
    return call_packed(f, n)

def call_filled(f, n, m):
    # m parameters by position (-2: of other kinds, too): the last of them have defaults.
    if n < m:
        d = field(f, 4)
        at = n - m + ((shr(header(d), 8) - 1) << 1)
        if at >= 0:
            d = d + (at << 1)
            at = TOP + (n << 1)
            while n < m:
                sw(at, 8, lw(d, 3))
                at += 4
                d += 4
                n += 2
            return enter(f)
    return call_packed(f, n)

def call_native(f, n):
    if field(f, 2) != n:
        return call_packed(f, n)
    t = field(f, 1)
    if n <= 4:
        return jump2(lw(TOP, 8), lw(TOP, 12), t)
    return jump4(lw(TOP, 8), lw(TOP, 12), lw(TOP, 16), t)

def jump2(a, b, t):
    jump(t)

def jump4(a, b, c, t):
    jump(t)

def call_packed(f, n):
    # Defaults, stars, classes: managed code puts the arguments into their places.
    if n == 0:
        return M.call_any(f, EMPTY_TUPLE)
    p = pack_tuple(TOP + 8, n >> 1)
    return M.call_any(f, p)

def call_tuple(f, args):
    # For managed code: call f with the items of a tuple.
    n = shr(header(args), 7) - 2
    to = TOP
    end = TOP + (n << 1)
    while to != end:
        sw(to, 8, lw(args, 3))
        args += 4
        to += 4
    return call(f, n)

def call_tuple_on(f, o, args):
    # For managed code: call f with o and the items of a tuple.
    sw(TOP, 8, o)
    n = shr(header(args), 8) - 1
    to = TOP + 4
    while n:
        sw(to, 8, lw(args, 3))
        args += 4
        to += 4
        n -= 1
    return call(f, (to - TOP) >> 1)

def enter_with(f, args):
    # For managed code, as its last act: call the function f with exactly these arguments (a list).
    n = field(args, 1) >> 1
    at = field(args, 2)
    to = TOP
    while n:
        sw(to, 8, lw(at, 3))
        at += 4
        to += 4
        n -= 1
    if tag(f) == NATIVE:
        return call_native(f, field(args, 1))
    return enter(f)

def instance(words, type):
    # A new instance, with no attribute set.
    n = words
    p = HP + 1
    HP = HP + (words << 2)
    sw(p, -1, (words << 8) | type)
    sw(p, 3, 0)
    at = p
    n -= 2
    while n:
        sw(at, 7, HOLE)
        at += 4
        n -= 1
    return p

def class_instance(c):
    # For managed code: a new instance of the class c.
    return instance(field(c, 3) >> 1, field(c, 1) >> 1)

def new_iterator(o, type, extra):
    p = HP + 1
    HP = HP + 16
    sw(p, -1, 1024 | type)
    sw(p, 3, o)
    sw(p, 7, 0)
    sw(p, 11, extra)
    return p

def new_dict_iterator(d, extra):
    # Field 4 counts the places without a key that it has passed.
    p = HP + 1
    HP = HP + 20
    sw(p, -1, 1280 | DICTITER)
    sw(p, 3, d)
    sw(p, 7, 0)
    sw(p, 11, extra)
    sw(p, 15, 0)
    return p

def loop_iterator(o):
    # What a loop goes through: a list, also one that shares the items of a tuple, or an iterator.
    if o & 1:
        t = tag(o)
        if t == LIST:
            return o
        if t == TUPLE:
            p = HP + 1
            HP = HP + 12
            sw(p, -1, 768 | LIST)
            sw(p, 3, (shr(header(o), 8) - 1) << 1)
            sw(p, 7, o)
            return p
        if HAS_STR:
            if t == STR:
                if ult(field(o, 1) - 2, 64):
                    return letters_of(o)
        return iterate_odd(o)
    return M.iterate_other(o)

def iterate(o):
    # iter(o)
    if o & 1:
        t = tag(o)
        if t == LIST:
            return new_iterator(o, LISTITER, 0)
        if t == TUPLE:
            return new_iterator(o, LISTITER, 0)
    return iterate_odd(o)

def iterate_odd(o):
    # iterate of what is no list or tuple
    if o & 1:
        t = tag(o)
        if HAS_DICT:
            if ult(t - DICT, DICT_COUNT):
                return new_dict_iterator(o, field(o, 1))
            if t == VIEW:
                return view_iterator(o)
        if HAS_GEN:
            if t == GEN:
                return o
        if HAS_SET:
            if ult(t - SET, SET_COUNT):
                return new_iterator(o, SETITER, field(o, 1))
        if HAS_STR:
            if t == STR:
                return new_iterator(o, STRITER, 0)
        if HAS_RANGE:
            if t == RANGE:
                return range_iterator(o)
    return M.iterate_other(o)

def range_iterator(o):
    if ((field(o, 1) | field(o, 2)) | field(o, 3)) & 1:
        return M.range_big(o)
    p = new_iterator(field(o, 1), RANGEITER, field(o, 3))
    set_field(p, 2, field(o, 2))
    return p

def view_iterator(o):
    d = field(o, 1)
    p = new_dict_iterator(d, field(d, 1) | (field(o, 2) << 24))
    return p

def advance(p):
    # next(p): HOLE at the end.
    t = tag(p)
    if HAS_GEN and t == GEN:
        return resume(p)
    if HAS_DICT and t == DICTITER:
        return advance_dict(p)
    if HAS_SET and t == SETITER:
        return advance_set(p)
    if t == LISTITER:
        o = field(p, 1)
        i = field(p, 2)
        if tag(o) <= LAST_TUPLE:
            if o == EMPTY_TUPLE:
                return HOLE
            n = (shr(header(o), 8) - 1) << 1
            at = o + (i << 1)
        else:
            n = field(o, 1)
            at = field(o, 2) + (i << 1)
        if i < n:
            set_field(p, 2, i + 2)
            return lw(at, 3)
        set_field(p, 1, EMPTY_TUPLE)
        return HOLE
    if HAS_STR:
        if t == STRITER:
            i = field(p, 2)
            o = field(p, 1)
            if i < field(o, 1):
                set_field(p, 2, i + 2)
                return str_get(o, i)
            return HOLE
    if HAS_RANGE and t == RANGEITER:
        return advance_range(p)
    return M.next_other(p)

def advance_range(p):
    i = field(p, 1)
    s = field(p, 3)
    if s > 0:
        if i >= field(p, 2):
            return HOLE
    else:
        if i <= field(p, 2):
            return HOLE
    n = i + s
    if ((n ^ i) & (n ^ s)) < 0:
        n = field(p, 2)
    set_field(p, 1, n)
    return i

def advance_dict(p):
    d = field(p, 1)
    if d == NONE:
        return HOLE
    kind = field(p, 3)
    # the length that it had, below the kind of view
    length = field(d, 1)
    if (kind ^ length) << 8:
        set_field(p, 3, 0xFFFFFE)
        return throw(TYPE_RuntimeError, MSG_DICT_CHANGED, 0, 0)
    i = field(p, 2)
    n = field(d, 2)
    at = field(d, 3) + (i << 2) + (i << 1)
    while i < n:
        k = lw(at, 7)
        if k != HOLE:
            if i >= length:
                # as many as there were, but for the places without a key
                if i - field(p, 4) >= length:
                    set_field(p, 1, NONE)
                    return throw(TYPE_RuntimeError, MSG_DICT_KEYS_CHANGED, 0, 0)
            i += 2
            set_field(p, 2, i)
            kind = shr(kind, 24)
            if kind == 0:
                return k
            if kind == 2:
                return lw(at, 11)
            p = HP + 1
            HP = HP + 12
            sw(p, -1, 768 | TUPLE)
            sw(p, 3, k)
            sw(p, 7, lw(at, 11))
            return p
        i += 2
        at += 12
        set_field(p, 4, field(p, 4) + 2)
    set_field(p, 1, NONE)
    return HOLE

def advance_set(p):
    s = field(p, 1)
    if s == NONE:
        return HOLE
    if field(p, 3) != field(s, 1):
        set_field(p, 3, -2)
        return throw(TYPE_RuntimeError, MSG_SET_CHANGED, 0, 0)
    i = set_next(s, field(p, 2))
    if i < 0:
        set_field(p, 1, NONE)
        return HOLE
    set_field(p, 2, i + 2)
    return lw(field(field(p, 1), 4) + (i << 1), 3)

def resume(p):
    if lw(p, GEN_RA):
        return throw(TYPE_ValueError, MSG_GENERATOR_RUNNING, 0, 0)
    sw(p, GEN_RA, RA)
    sw(p, GEN_FP, FP)
    sw(p, GEN_TOP, TOP)
    FP = p
    t = lw(p, GEN_RESUME)
    jump(t)

def throw_into(p, e):
    # Raise e where the generator waits; at its start or after its end it is raised here.
    if lw(p, GEN_RA):
        return throw(TYPE_ValueError, MSG_GENERATOR_RUNNING, 0, 0)
    sw(p, GEN_RA, RA)
    sw(p, GEN_FP, FP)
    sw(p, GEN_TOP, TOP)
    FP = p
    return unwind(e, lw(p, GEN_RESUME))

def generator_began(p):
    # Whether a generator was ever resumed.
    if lw(p, GEN_TOP):
        return TRUE
    return FALSE

def generator_end():
    # Resumed after its end.
    S.returned = NONE
    RA = lw(FP, GEN_RA)
    sw(FP, GEN_RA, 0)
    FP = lw(FP, GEN_FP)
    return HOLE

def new_cell(v):
    p = HP + 1
    HP = HP + 8
    sw(p, -1, 512 | CELL)
    sw(p, 3, v)
    return p

def new_generator(words, arguments, start):
    p = HP + 1
    HP = HP + (words << 2)
    sw(p, -1, (words << 8) | GEN)
    sw(p, GEN_RESUME, start)
    sw(p, GEN_RA, 0)
    sw(p, GEN_FP, 0)
    sw(p, GEN_TOP, 0)
    at = p + 16
    from_ = TOP
    words -= 5
    words -= arguments
    while arguments:
        sw(at, 3, lw(from_, 8))
        at += 4
        from_ += 4
        arguments -= 1
    while words:
        sw(at, 3, HOLE)
        at += 4
        words -= 1
    return p

def generator_yield(v):
    # Back to whoever resumed it; the address after this call is where it goes on.
    sw(FP, GEN_RESUME, RA)
    RA = lw(FP, GEN_RA)
    sw(FP, GEN_RA, 0)
    FP = lw(FP, GEN_FP)
    return v

def generator_return(v):
    S.returned = v
    sw(FP, GEN_RESUME, address("generator_done"))
    RA = lw(FP, GEN_RA)
    sw(FP, GEN_RA, 0)
    FP = lw(FP, GEN_FP)
    return HOLE

def too_deep():
    return throw(TYPE_RecursionError, MSG_RECURSION, 0, 0)

def class_attr(c, column):
    # An attribute of a class object; HOLE if it has none.
    t = (field(c, 1) >> 1) - lw(column, 0)
    if ult(t, lw(column, 4)):
        e = lw(column + (t << 2), 16)
        if not e & 1:
            x = lw(column, 12)
            if x:
                return class_attr(c, x)
            return HOLE
        t = tag(e)
        if t == CELL:
            return field(e, 1)
        if t == STATICM:
            return field(e, 1)
        if t == CLASSM:
            return bind(c, field(e, 1))
        return e
    return HOLE

def get_class_attr(p, column):
    v = class_attr(p, column)
    if v == HOLE:
        return M.attribute_missing(p, lw(column, 8))
    return v

def call_class_attr(p, n, column):
    f = class_attr(p, column)
    if f == HOLE:
        return M.attribute_missing(p, lw(column, 8))
    return call_shifted(f, n)

def find_method(p, column):
    # The function of a special method, not bound; HOLE if the object's class has none.
    if not p & 1:
        return HOLE
    t = tag(p) - lw(column, 0)
    if ult(t, lw(column, 4)):
        e = lw(column + (t << 2), 16)
        if e & 1:
            if tag(e) == FUNC:
                return e
            if tag(e) == NATIVE:
                return e
    return HOLE

def find_attr(p, column):
    # get_attr, but HOLE if it is missing.
    t = 0
    if p & 1:
        t = tag(p)
        if t == CLASS:
            return class_attr(p, column)
    t = t - lw(column, 0)
    if ult(t, lw(column, 4)):
        e = lw(column + (t << 2), 16)
        if e & 1:
            return bound_attr(p, e)
        if e:
            v = lw(p + e, -1)
            if v != HOLE:
                return v
            c = lw(column, 12)
            if c:
                return find_attr(p, c)
    return HOLE

def find_column(name):
    # For managed code: the column of a computed name; 0 if no class of the user has such an attribute.
    at = address("attributes")
    while lw(at, 0):
        r = str_equal(lw(at, 0), name)
        if r:
            return lw(at, 4)
        at += 8
    return 0

def with_type(p, type):
    # For managed code: change the type of a new object.
    sw(p, -1, (header(p) & -256) | (type >> 1))
    return p

def of_class(p, c):
    # For managed code: a new tuple becomes one of a subclass.
    sw(p, -1, (header(p) & -256) | (field(c, 1) >> 1))
    return p

def prepare_list(p):
    set_field(p, 1, 0)
    set_field(p, 2, EMPTY_ARRAY)
    return NONE

def stop_generator(g):
    sw(g, GEN_RESUME, address("generator_done"))
    return NONE

def input_item(i):
    r = lw(address("input"), 4)
    return lw(r + (i << 1), 3)

def view_of(d, kind):
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | VIEW)
    sw(p, 3, d)
    sw(p, 7, kind)
    return p

def range_of(a, b, c):
    p = HP + 1
    HP = HP + 16
    sw(p, -1, 1024 | RANGE)
    sw(p, 3, a)
    sw(p, 7, b)
    sw(p, 11, c)
    return p

def slice_object(a, b, c):
    p = HP + 1
    HP = HP + 16
    sw(p, -1, 1024 | SLICE)
    sw(p, 3, a)
    sw(p, 7, b)
    sw(p, 11, c)
    return p
