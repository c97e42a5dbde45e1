# Raw: the start, allocation, the collector, errors.

def start():
    BASE = address("system")
    at = address("input")
    S.stack = (at + lw(at, 0) + 7) & -4
    S.input_end = S.stack
    FP = S.stack
    TOP = FP
    SLIM = FP + STACK_BYTES - 1024
    heap = FP + STACK_BYTES
    S.raw_base = SP
    if SP - RAW_BYTES < heap:
        halt(101)
    size = shr(SP - RAW_BYTES - heap, 1) & -8
    if size < RESERVE + 256:
        halt(101)
    S.space = size
    S.heap = heap
    S.other = heap + size
    HP = heap
    S.heap_end = heap + size
    HLIM = S.heap_end - RESERVE
    if STRESS:
        HLIM = heap
    S.result = HOLE
    S.next_id = 2
    S.exception = HOLE
    S.managed_pc = 0
    return main_entry()

def finish(value):
    S.result = value
    halt(0)

def alloc(words, type):
    # An object of up to RESERVE bytes, without contents; never collects.
    p = HP + 1
    HP = HP + (words << 2)
    if ult(S.heap_end, HP):
        return out_of_reserve()
    sw(p, -1, (words << 8) | type)
    return p

def out_of_reserve():
    halt(102)

def room(bytes):
    # Make room for a large object: the caller has pushed what it needs.
    if ult(S.heap_end - HP, bytes + RESERVE):
        collect()
        if ult(S.heap_end - HP, bytes + RESERVE):
            S.wanted = bytes
            halt(103)

def room1(a, bytes):
    if ult(S.heap_end - HP, bytes + RESERVE):
        return room1_slow(a, bytes)
    return a

def room1_slow(a, bytes):
    sw(TOP, 0, a)
    TOP = TOP + 4
    room(bytes)
    TOP = TOP - 4
    return lw(TOP, 0)

def room2(a, b, bytes):
    if ult(S.heap_end - HP, bytes + RESERVE):
        return room2_slow(a, b, bytes)
    return a, b

def room2_slow(a, b, bytes):
    sw(TOP, 0, a)
    sw(TOP, 4, b)
    TOP = TOP + 8
    room(bytes)
    TOP = TOP - 8
    return lw(TOP, 0), lw(TOP, 4)

def room3(a, b, c, bytes):
    if ult(S.heap_end - HP, bytes + RESERVE):
        return room3_slow(a, b, c, bytes)
    return a, b, c

def room3_slow(a, b, c, bytes):
    sw(TOP, 0, a)
    sw(TOP, 4, b)
    sw(TOP, 8, c)
    TOP = TOP + 12
    room(bytes)
    TOP = TOP - 12
    return lw(TOP, 0), lw(TOP, 4), lw(TOP, 8)

def safepoint():
    # Called with every value in a frame.
    collect()
    if ult(S.heap_end - HP, RESERVE):
        S.wanted = RESERVE
        halt(103)

def collect():
    S.collections = S.collections + 1
    scan = S.other
    S.other = S.heap
    S.heap = scan
    S.old_end = S.heap_end
    HP = scan
    S.heap_end = scan + S.space
    HLIM = S.heap_end - RESERVE
    if STRESS:
        HLIM = scan
    sw(TOP, 0, FP)
    visit(S.stack, TOP + 4)
    FP = lw(TOP, 0)
    visit_objects(address("system"), address("static_end"))
    visit_objects(address("input") + 8, S.input_end)
    visit_heap()
    at = TOP
    end = SLIM + 1008
    while ult(at, end):
        sw(at, 0, 0)
        sw(at, 4, 0)
        sw(at, 8, 0)
        sw(at, 12, 0)
        at += 16

def visit(at, end):
    # Copy what the words in [at, end) point to.
    low = S.other
    size = S.space
    while ult(at, end):
        p = lw(at, 0)
        if p & 1:
            q = p - low
            if ult(q, size):
                h = lw(p, -1)
                if h:
                    n = shr(h, 8)
                    to = HP + 1
                    sw(at, 0, to)
                    src = p - 1
                    while n:
                        sw(HP, 0, lw(src, 0))
                        HP = HP + 4
                        src += 4
                        n -= 1
                    sw(p, -1, 0)
                    sw(p, 3, to)
                else:
                    sw(at, 0, lw(p, 3))
        at += 4

def visit_objects(at, end):
    while ult(at, end):
        h = lw(at, 0)
        size = shr(h, 8) << 2
        if (h & 255) >= FIRST_POINTER:
            visit(at + 4, at + size)
        at += size

def visit_heap():
    at = S.heap
    while ult(at, HP):
        h = lw(at, 0)
        size = shr(h, 8) << 2
        if (h & 255) >= FIRST_POINTER:
            visit(at + 4, at + size)
        at += size

def throw(type, message, a, b):
    # An error of the run time: its text is made from `message`, a and b only if somebody asks.
    # The first raw function has put its return address below the raw stack's base, if it has a frame.
    if SP == S.raw_base:
        S.pc = RA
    else:
        S.pc = lw(S.raw_base, -4)
    if uge(message, MSG_ADD):
        if ult(message, MSG_ADD + OPERATOR_COUNT + OPERATOR_COUNT):
            if not FP & 1:
                if lw(lw(FP, 0), 0) == AUGMENTED_MARK:
                    message += OPERATOR_COUNT + OPERATOR_COUNT
    e = alloc(EXC_FIELDS, type)
    set_field(e, 1, 0)
    set_field(e, 2, HOLE)
    set_field(e, 3, message)
    set_field(e, 4, a)
    set_field(e, 5, b)
    set_field(e, 6, HOLE)
    set_field(e, 7, HOLE)
    if REFUSALS:
        if type == TYPE_NotImplementedError:
            # outside the compiled language: no handler of the program may catch it
            S.exception = e
            S.trace_pc = S.pc
            S.trace_fp = FP
            halt(104)
    return unwind(e, S.pc)

def refuse(text):
    # The run ends here: what follows would be outside the compiled language.
    S.exception = text
    S.trace_pc = RA
    S.trace_fp = FP
    halt(104)

def raise_value(e):
    return unwind(e, RA)

def unwind(e, pc):
    # Find the handler of the call that returns to pc, frame by frame.
    S.exception = e
    first = 0
    if S.trace_pc == 0:
        first = 1
    else:
        if S.trace_value != e:
            first = 1
    if first:
        S.trace_pc = pc
        S.trace_fp = FP
        S.trace_value = e
        S.trace_depth = 0
    while 1:
        at = address("handlers")
        low = 0
        high = HANDLER_COUNT
        # ranges are sorted by start; inner ranges come later
        best = 0
        while low < high:
            q = lw(at, 0)
            if ult(q, pc):
                if uge(lw(at, 4), pc):
                    best = at
            at += 16
            low += 1
        if best:
            size = lw(best, 12)
            if size:
                TOP = FP + size
            else:
                TOP = lw(FP, GEN_TOP)
            SP = S.raw_base
            target = lw(best, 8)
            jump(target)
        if FP & 1:
            pc = lw(FP, GEN_RA)
            q = FP
            FP = lw(FP, GEN_FP)
            sw(q, GEN_RA, 0)
            sw(q, GEN_TOP, pc)
            sw(q, GEN_RESUME, address("generator_done"))
        else:
            if FP == S.stack:
                halt(1)
            pc = lw(FP, 0)
            FP = lw(FP, 4)
        if first:
            keep_trace(pc)
            first = ult(S.trace_depth, 4)

def keep_trace(pc):
    # A handler that runs before the error goes on writes over the frames that it has left: their callers are kept.
    n = S.trace_depth
    S.trace_depth = n + 1
    S.trace_fp = FP
    if n == 0:
        S.trace_1 = pc
    if n == 1:
        S.trace_2 = pc
    if n == 2:
        S.trace_3 = pc
    if n == 3:
        S.trace_4 = pc

def putchars(s):
    # Write a text as UTF-8.
    n = field(s, 1) >> 1
    i = 0
    while i < n:
        c = char(s, i)
        if c < 128:
            putbyte(c)
        else:
            if c < 2048:
                putbyte(192 | (c >> 6))
            else:
                if c < 65536:
                    putbyte(224 | (c >> 12))
                else:
                    putbyte(240 | (c >> 18))
                    putbyte(128 | ((c >> 12) & 63))
                putbyte(128 | ((c >> 6) & 63))
            putbyte(128 | (c & 63))
        i += 1
    return NONE

def raise_again(e):
    return unwind(e, RA)

def take_sent():
    v = S.sent
    S.sent = NONE
    return v

def take_returned():
    v = S.returned
    S.returned = NONE
    return v

def send_value(v):
    S.sent = v
    return NONE

def same(a, b):
    # `is`: small ints and texts of one character are the same object in CPython wherever they are equal.
    if a == b:
        return 1
    if a & b & 1:
        if tag(a) == STR:
            if tag(b) == STR:
                if field(a, 1) <= 2:
                    return str_equal(a, b)
    return 0

def is_instance(v, c):
    # c is a class, or a tuple of classes: a condition.
    if tag(c) == CLASS:
        if v & 1:
            t = tag(v)
        else:
            t = 0
        w = lw(c + (shr(t, 5) << 2), 27)
        return shr(w, t & 31) & 1
    t = tag_of(c)
    if t != TUPLE:
        return throw(TYPE_TypeError, MSG_IS_INSTANCE, 0, 0)
    n = shr(header(c), 8)
    i = 1
    while i < n:
        r = is_instance(v, field(c, i))
        if r:
            return 1
        i += 1
    return 0

def class_of(v):
    # For managed code: type(v)
    if v & 1:
        return lw(address("classes") + (tag(v) << 2), 0)
    return lw(address("classes"), 0)

def class_text(c):
    # For managed code: repr of a class.
    return lw(address("class_texts") + (field(c, 1) << 1), 0)

def shown_class(c):
    # A class whose text is needed.
    return c

def new_function(template, cells):
    # A copy of a function's static object with room for cells, which the caller fills.
    p = HP + 1
    HP = HP + (cells << 2) + 24
    sw(p, -1, ((cells + 6) << 8) | FUNC)
    sw(p, 3, field(template, 1))
    sw(p, 7, field(template, 2))
    sw(p, 11, field(template, 3))
    sw(p, 15, EMPTY_TUPLE)
    sw(p, 19, EMPTY_TUPLE)
    return p

def triple(a, b, c):
    p = HP + 1
    HP = HP + 16
    sw(p, -1, 1024 | TUPLE)
    sw(p, 3, a)
    sw(p, 7, b)
    sw(p, 11, c)
    return p

def pair(a, b):
    p = HP + 1
    HP = HP + 12
    sw(p, -1, 768 | TUPLE)
    sw(p, 3, a)
    sw(p, 7, b)
    return p

def range_start(a):
    if a & 1:
        return M.range_start_other(a)
    return a

def range_stop(a, start):
    if a & 1:
        return M.range_stop_other(a, start)
    return a

def unpack_check(v, n):
    # A tuple or list of exactly n (tagged) items; anything else becomes one.
    if v & 1:
        t = tag(v)
        if t == TUPLE:
            if ((shr(header(v), 8) - 1) << 1) == n:
                return v
        if t == LIST:
            if field(v, 1) == n:
                return v
    return M.unpack_other(v, n)

def items_of(v):
    # A tuple, or the array of a list.
    if tag(v) <= LAST_TUPLE:
        return v
    return field(v, 2)

def iadd(a, b):
    if (a | b) & 1:
        if a & 1:
            if tag(a) >= FIRST_CONTAINER:
                return M.iadd_other(a, b)
        return add_odd(a, b)
    return add(a, b)

def isub(a, b):
    if a & 1:
        if tag(a) >= FIRST_CONTAINER:
            return M.isub_other(a, b)
    return sub(a, b)

def imul(a, b):
    if a & 1:
        if tag(a) >= FIRST_CONTAINER:
            return M.imul_other(a, b)
    return mul(a, b)

def ior(a, b):
    if a & 1:
        if tag(a) >= FIRST_CONTAINER:
            return M.ior_other(a, b)
    return bit_or(a, b)

def iand(a, b):
    if a & 1:
        if tag(a) >= FIRST_CONTAINER:
            return M.iand_other(a, b)
    return bit_and(a, b)

def ixor(a, b):
    if a & 1:
        if tag(a) >= FIRST_CONTAINER:
            return M.ixor_other(a, b)
    return bit_xor(a, b)

def type_number(v):
    # For managed code, tagged.
    if v & 1:
        return tag(v) << 1
    return 0

def get_field(p, i):
    # For managed code: field i of an object.
    return field(p, i >> 1)

def set_object_field(p, i, v):
    set_field(p, i >> 1, v)
    return NONE

def new_object(words, type):
    # For managed code: words and type tagged; fields are 0.
    words = words >> 1
    p = HP + 1
    sw(p, -1, (words << 8) | (type >> 1))
    at = p
    HP = HP + (words << 2)
    words -= 1
    while words:
        sw(at, 3, 0)
        at += 4
        words -= 1
    return p

def class_bit(a, b):
    # For managed code: whether class a is a subclass of b.
    t = field(a, 1) >> 1
    w = lw(b + (shr(t, 5) << 2), 27)
    return FALSE + ((shr(w, t & 31) & 1) << 2)

def shallow_copy(p):
    # For managed code: an instance with the same attributes.
    n = shr(header(p), 8)
    q = HP + 1
    HP = HP + (n << 2)
    sw(q, -1, header(p))
    sw(q, 3, 0)
    i = 2
    while i < n:
        set_field(q, i, field(p, i))
        i += 1
    return q

def object_words(p):
    return shr(header(p), 8) << 1
