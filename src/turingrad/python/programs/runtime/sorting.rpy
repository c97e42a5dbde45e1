# Raw: sorting. Keys and values are lists that move together; the tables beside them hold merged runs.

def sort_small(keys, values, other, spare):
    # Small ints, stable: 0 if the result is in keys and values, 2 if it is in other and spare.
    n = field(keys, 1) << 1
    k = field(keys, 2) + 3
    v = field(values, 2) + 3
    i = 0
    while i < n:
        end = i + 32
        if n < end:
            end = n
        j = i + 4
        first = k + i
        while j < end:
            p = k + j
            q = v + j
            x = lw(p, 0)
            y = lw(q, 0)
            while p != first and x < lw(p, -4):
                sw(p, 0, lw(p, -4))
                sw(q, 0, lw(q, -4))
                p -= 4
                q -= 4
            sw(p, 0, x)
            sw(q, 0, y)
            j += 4
        i = end
    if n <= 32:
        return 0
    return merge_small(k, v, field(other, 2) + 3, field(spare, 2) + 3, n)

def merge_small(k, v, to, vto, n):
    # Runs of eight words, then of twice as many.
    width = 32
    swapped = 0
    while width < n:
        i = 0
        while i < n:
            p = k + i
            i += width
            if n < i:
                i = n
            middle = k + i
            q = middle
            i += width
            if n < i:
                i = n
            end = k + i
            d = v - k
            while p != middle or q != end:
                if q == end:
                    at = p
                    p += 4
                else:
                    if p != middle and lw(p, 0) <= lw(q, 0):
                        at = p
                        p += 4
                    else:
                        at = q
                        q += 4
                sw(to, 0, lw(at, 0))
                sw(vto, 0, lw(at + d, 0))
                to += 4
                vto += 4
        # the tables change places
        p = to - n
        to = k
        k = p
        p = vto - n
        vto = v
        v = p
        swapped = swapped ^ 2
        width = width << 1
    return swapped

def are_small(l):
    # Whether all items of a list are small ints.
    at = field(l, 2)
    end = at + (field(l, 1) << 1)
    x = 0
    while at != end:
        x |= lw(at, 3)
        at += 4
    if x & 1:
        return FALSE
    return TRUE

def sort_plain(keys, values, other, spare):
    # What raw code can compare, stable: like sort_small, -1 if managed code must compare.
    n = field(keys, 1) << 1
    k = field(keys, 2) + 3
    v = field(values, 2) + 3
    i = 0
    while i < n:
        end = i + 16
        if n < end:
            end = n
        j = i + 4
        while j < end:
            p = j
            x = lw(k + j, 0)
            y = lw(v + j, 0)
            while p != i:
                r = order(x, lw(k + p, -4))
                if r > 1:
                    return -2
                if r >= 0:
                    break
                sw(k + p, 0, lw(k + p, -4))
                sw(v + p, 0, lw(v + p, -4))
                p -= 4
            sw(k + p, 0, x)
            sw(v + p, 0, y)
            j += 4
        i = end
    if n <= 16:
        return 0
    return merge_plain(k, v, field(other, 2) + 3, field(spare, 2) + 3, n)

def merge_plain(k, v, to, vto, n):
    width = 16
    swapped = 0
    while width < n:
        i = 0
        while i < n:
            p = k + i
            i += width
            if n < i:
                i = n
            middle = k + i
            q = middle
            i += width
            if n < i:
                i = n
            end = k + i
            while p != middle or q != end:
                r = -1
                if q == end:
                    r = 0
                else:
                    if p != middle:
                        r = order(lw(q, 0), lw(p, 0))
                        if r > 1:
                            return -2
                if r >= 0:
                    at = p
                    p += 4
                else:
                    at = q
                    q += 4
                sw(to, 0, lw(at, 0))
                at = at + v - k
                sw(vto, 0, lw(at, 0))
                to += 4
                vto += 4
        p = to - n
        to = k
        k = p
        p = vto - n
        vto = v
        v = p
        swapped = swapped ^ 2
        width = width << 1
    return swapped

def heap_down(heap, start, at):
    # heapq's _siftdown of what raw code can compare: 0, or -1 with the heap as it was.
    items = field(heap, 2)
    at = at << 1
    start = start << 1
    x = lw(items + at, 3)
    p = at
    while p > start:
        q = ((p - 4) >> 1) & -4
        y = lw(items + q, 3)
        r = order(x, y)
        if r > 1:
            return -2
        if r >= 0:
            break
        p = q
    # every parent on the way moves down
    q = ((at - 4) >> 1) & -4
    while p != at:
        sw(items + at, 3, lw(items + q, 3))
        at = q
        q = ((at - 4) >> 1) & -4
    sw(items + at, 3, x)
    return 0

def heap_pushed(heap):
    # heap_down of the last item
    return heap_down(heap, 0, field(heap, 1) - 2)

def heap_replace(heap, x):
    # For managed code: the first item, which x replaces; HOLE of a heap without items.
    if field(heap, 1) == 0:
        return HOLE
    items = field(heap, 2)
    top = lw(items, 3)
    sw(items, 3, x)
    return top

def heap_sink(heap):
    # For managed code: heapq's _siftup of the first item. 0, or -1 if managed code must do it, or i + 1 if it must
    # go on with the item that is at the leaf i.
    at = heap_leaf(heap, 0)
    if at < 0:
        return -2
    heap_lift(heap, 0, at)
    r = heap_down(heap, 0, at)
    if r:
        return at + 2
    return 0

def heap_leaf(heap, at):
    # heapq's _siftup until a leaf: where the item belongs, or -1 with the heap as it was.
    items = field(heap, 2)
    end = field(heap, 1) << 1
    p = at << 1
    while 1:
        q = p + p + 4
        if q >= end:
            break
        if q + 4 < end:
            r = order(lw(items + q, 3), lw(items + q, 7))
            if r > 1:
                return -2
            if r >= 0:
                q += 4
        p = q
    return p >> 1

def heap_lift(heap, start, at):
    # The items on the way from `at` up to `start` move up by one; the first of them goes to `at`.
    items = field(heap, 2)
    start = start << 1
    at = at << 1
    end = items + at
    x = lw(end, 3)
    while at != start:
        at = ((at - 4) >> 1) & -4
        y = lw(items + at, 3)
        sw(items + at, 3, x)
        x = y
    sw(end, 3, x)
    return NONE
