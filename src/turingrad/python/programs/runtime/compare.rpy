# Raw: comparisons. A condition is 0 or not 0.

def order(a, b):
    # Of two numbers or two texts: -1, 0, 1; 2 if unordered; 3 if managed code must decide.
    if not (a | b) & 1:
        if a < b:
            return -1
        if b < a:
            return 1
        return 0
    ta = 0
    if a & 1:
        ta = tag(a)
    tb = 0
    if b & 1:
        tb = tag(b)
    if ta == tb:
        if ta == TUPLE:
            return tuple_order(a, b)
        if ta == STR:
            return str_order(a, b)
    if ta <= LAST_NUMBER:
        if tb <= LAST_NUMBER:
            if ta != FLOAT:
                if tb != FLOAT:
                    return int_order(a, b)
    if HAS_FLOAT:
        if ta == FLOAT:
            if tb == FLOAT:
                return float_order(a, b)
            # the float of an int is forgotten at once: many comparisons may come between two polls
            if tb == 0:
                S.t0 = a
                b = small_float(b)
                HP = HP - 12
                return float_order(S.t0, b)
            if tb == BOOL:
                S.t0 = a
                b = small_float((b - FALSE) >> 1)
                HP = HP - 12
                return float_order(S.t0, b)
        if tb == FLOAT:
            if ta == 0:
                S.t0 = b
                a = small_float(a)
                HP = HP - 12
                return float_order(a, S.t0)
            if ta == BOOL:
                S.t0 = b
                a = small_float((a - FALSE) >> 1)
                HP = HP - 12
                return float_order(a, S.t0)
    return 3

def tuple_order(a, b):
    # The first items that differ decide.
    n = header(a)
    m = header(b)
    if n != (256 | TUPLE) and m != (256 | TUPLE):
        # mostly the first ones do
        x = lw(a, 3)
        y = lw(b, 3)
        if not (x | y) & 1:
            if x < y:
                return -1
            if y < x:
                return 1
    if ult(m, n):
        n = m
    m = header(a) - m
    end = a + (shr(n, 8) << 2) - 4
    while a != end:
        x = lw(a, 3)
        y = lw(b, 3)
        if x != y:
            if not (x | y) & 1:
                if x < y:
                    return -1
                return 1
            r = equal(x, y)
            if r == 0:
                return order(lw(a, 3), lw(b, 3))
            if r == 2:
                return 3
        a += 4
        b += 4
    if m < 0:
        return -1
    return 0 < m

def str_order(a, b):
    n = field(a, 1)
    m = field(b, 1)
    if m < n:
        n = m
    n = n >> 1
    i = 0
    while i < n:
        x = char(a, i)
        y = char(b, i)
        if x != y:
            if x < y:
                return -1
            return 1
        i += 1
    n = field(a, 1) - m
    if n == 0:
        return 0
    if n < 0:
        return -1
    return 1

def lt(a, b):
    if (a | b) & 1:
        return lt_odd(a, b)
    return a < b

def lt_odd(a, b):
    if HAS_FLOAT:
        if a & b & 1:
            if tag(a) == FLOAT:
                if tag(b) == FLOAT:
                    return float_less(a, b)
    return lt_slow(a, b)

def gt_odd(a, b):
    if HAS_FLOAT:
        if a & b & 1:
            if tag(a) == FLOAT:
                if tag(b) == FLOAT:
                    return float_less(b, a)
    return gt_slow(a, b)

def le_odd(a, b):
    if HAS_FLOAT:
        if a & b & 1:
            if tag(a) == FLOAT:
                if tag(b) == FLOAT:
                    return float_at_most(a, b)
    return le_slow(a, b)

def ge_odd(a, b):
    if HAS_FLOAT:
        if a & b & 1:
            if tag(a) == FLOAT:
                if tag(b) == FLOAT:
                    return float_at_most(b, a)
    return ge_slow(a, b)

def float_at_most(a, b):
    r = float_order(a, b)
    return r < 1

def float_less(a, b):
    r = float_order(a, b)
    return r < 0

def gt(a, b):
    if (a | b) & 1:
        return gt_odd(a, b)
    return b < a

def le(a, b):
    if (a | b) & 1:
        return le_odd(a, b)
    if b < a:
        return 0
    return 1

def ge(a, b):
    if (a | b) & 1:
        return ge_odd(a, b)
    if a < b:
        return 0
    return 1

def lt_slow(a, b):
    r = order(a, b)
    if r == 3:
        return M.lt_other(a, b)
    return r < 0

def gt_slow(a, b):
    r = order(a, b)
    if r == 3:
        return M.gt_other(a, b)
    if r == 1:
        return 1
    return 0

def le_slow(a, b):
    r = order(a, b)
    if r == 3:
        return M.le_other(a, b)
    if r < 1:
        return 1
    return 0

def ge_slow(a, b):
    r = order(a, b)
    if r == 3:
        return M.ge_other(a, b)
    if r == 0:
        return 1
    if r == 1:
        return 1
    return 0

def equal(a, b):
    # 0, 1, or 2 if managed code must decide. Never calls managed code.
    if a == b:
        if a & 1:
            if HAS_FLOAT:
                if tag(a) == FLOAT:
                    r = float_order(a, b)
                    if r == 0:
                        return 1
                    return 0
            if tag(a) >= FIRST_RICH:
                return 2
        return 1
    if not (a | b) & 1:
        return 0
    ta = 0
    if a & 1:
        ta = tag(a)
    tb = 0
    if b & 1:
        tb = tag(b)
    if ta == STR:
        if tb == STR:
            return str_equal(a, b)
    if ta >= FIRST_RICH:
        if ta == TUPLE:
            if tb == TUPLE:
                return tuple_equal(a, b)
        return 2
    if tb >= FIRST_RICH:
        return 2
    if ta <= LAST_NUMBER:
        if tb <= LAST_NUMBER:
            r = order(a, b)
            if r == 3:
                return 2
            if r == 0:
                return 1
    return 0

def key_equal(a, b):
    # `equal` of what keys are most often: texts and tuples.
    if a & b & 1:
        t = tag(a)
        if t == tag(b):
            if t == STR:
                return str_equal(a, b)
            if t == TUPLE:
                return tuple_equal(a, b)
    return equal(a, b)

def str_equal(a, b):
    if a == b:
        return 1
    n = field(a, 1)
    if n != field(b, 1):
        return 0
    # word by word: behind the last character there are zeros
    n = header(a) - 768
    while n >= 256:
        if lw(a, 11) != lw(b, 11):
            return 0
        a += 4
        b += 4
        n -= 256
    return 1

def tuple_equal(a, b):
    # Items that are the same object are equal, as in containers of Python.
    n = header(a)
    if n != header(b):
        return 0
    end = a + (shr(n, 8) << 2) - 4
    while a != end:
        x = lw(a, 3)
        y = lw(b, 3)
        if x != y:
            if not (x | y) & 1:
                return 0
            r = key_equal(x, y)
            if r != 1:
                return r
        a += 4
        b += 4
    return 1

def eq(a, b):
    if (a | b) & 1:
        return eq_odd(a, b)
    if a == b:
        return 1
    return 0

def eq_odd(a, b):
    # Two texts first: this function calls nothing, so it needs no frame.
    if a & b & 1:
        if tag(a) == STR:
            if tag(b) == STR:
                return str_equal(a, b)
    return eq_slow(a, b)

def eq_text(a, b):
    # a == b for a constant text b: most others have another length.
    if a & 1:
        if tag(a) == STR:
            if field(a, 1) != field(b, 1):
                return 0
            return str_equal(a, b)
    return eq_slow(a, b)

def eq_slow(a, b):
    r = equal(a, b)
    if r == 2:
        return M.eq_other(a, b)
    return r

def ne(a, b):
    if (a | b) & 1:
        return ne_odd(a, b)
    return a ^ b

def ne_odd(a, b):
    if a & b & 1:
        if tag(a) == STR:
            if tag(b) == STR:
                r = str_equal(a, b)
                return r ^ 1
    return ne_slow(a, b)

def ne_slow(a, b):
    r = equal(a, b)
    if r == 2:
        return M.ne_other(a, b)
    return r ^ 1

def truth(a):
    if not a & 1:
        return a
    if a <= TRUE:
        if a == TRUE:
            return 1
        return 0
    return truth_slow(a)

def truth_slow(a):
    t = tag(a)
    if t == STR:
        return field(a, 1)
    if t >= FIRST_CONTAINER:
        if t < FIRST_INSTANCE:
            if t <= LAST_TUPLE:
                return (header(a) - 256) & -256
            return field(a, 1)
        return M.truth_other(a)
    if t == BIG:
        return 1
    if t == FLOAT:
        return ((field(a, 1) << 1) | field(a, 2))
    if HAS_RANGE and t == RANGE:
        return M.range_truth(a)
    return 1

def text_same(a, b):
    r = str_equal(a, b)
    return FALSE + (r << 2)

def order_raw(a, b):
    r = order(a, b)
    return r << 1

def eq_raw(a, b):
    r = equal(a, b)
    return r << 1

def rich_eq(a, b):
    # For programs whose classes define comparisons: an object, as from all of these.
    r = equal(a, b)
    if r == 2:
        return M.rich_eq(a, b)
    return FALSE + (r << 2)

def rich_ne(a, b):
    r = equal(a, b)
    if r == 2:
        return M.rich_ne(a, b)
    return TRUE - (r << 2)

def rich_lt(a, b):
    r = order(a, b)
    if r == 3:
        return M.rich_lt(a, b)
    return FALSE + (shr(r, 31) << 2)

def rich_gt(a, b):
    r = order(a, b)
    if r == 3:
        return M.rich_gt(a, b)
    return FALSE + (ult(r - 1, 1) << 2)

def rich_le(a, b):
    r = order(a, b)
    if r == 3:
        return M.rich_le(a, b)
    return FALSE + (ult(r + 1, 2) << 2)

def rich_ge(a, b):
    r = order(a, b)
    if r == 3:
        return M.rich_ge(a, b)
    return FALSE + (ult(r, 2) << 2)
