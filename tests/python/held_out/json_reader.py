"""Read JSON text into Python objects, and give the position of an error."""


class JSONError(ValueError):
    def __init__(self, message, position):
        super().__init__(message)
        self.position = position


WHITESPACE = " \t\n\r"
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/"}
CONSTANTS = {"true": True, "false": False, "null": None}


def skip(s, i):
    while i < len(s) and s[i] in WHITESPACE:
        i += 1
    return i


def read_value(s, i):
    i = skip(s, i)
    if i >= len(s):
        raise JSONError("unexpected end", i)
    ch = s[i]
    if ch == "{":
        return read_object(s, i + 1)
    if ch == "[":
        return read_array(s, i + 1)
    if ch == '"':
        return read_string(s, i + 1)
    for word, value in CONSTANTS.items():
        if s.startswith(word, i):
            return value, i + len(word)
    return read_number(s, i)


def read_number(s, i):
    j = i
    while j < len(s) and s[j] in "+-0123456789.eE":
        j += 1
    literal = s[i:j]
    try:
        return (float(literal) if any(c in literal for c in ".eE") else int(literal)), j
    except ValueError:
        raise JSONError(f"bad token {s[i]!r}", i) from None


def read_string(s, i):
    out = []
    while True:
        if i >= len(s):
            raise JSONError("unterminated string", i)
        ch = s[i]
        if ch == '"':
            return "".join(out), i + 1
        if ch == "\\":
            i += 1
            if s[i] == "u":
                out.append(chr(int(s[i + 1 : i + 5], 16)))
                i += 4
            elif s[i] in ESCAPES:
                out.append(ESCAPES[s[i]])
            else:
                raise JSONError("bad escape", i)
        else:
            out.append(ch)
        i += 1


def read_array(s, i):
    items = []
    i = skip(s, i)
    if s[i : i + 1] == "]":
        return items, i + 1
    while True:
        value, i = read_value(s, i)
        items.append(value)
        i = skip(s, i)
        if s[i : i + 1] == "]":
            return items, i + 1
        if s[i : i + 1] != ",":
            raise JSONError("expected , or ]", i)
        i += 1


def read_object(s, i):
    result = {}
    i = skip(s, i)
    if s[i : i + 1] == "}":
        return result, i + 1
    while True:
        i = skip(s, i)
        if s[i : i + 1] != '"':
            raise JSONError("expected a key", i)
        key, i = read_string(s, i + 1)
        i = skip(s, i)
        if s[i : i + 1] != ":":
            raise JSONError("expected :", i)
        result[key], i = read_value(s, i + 1)
        i = skip(s, i)
        if s[i : i + 1] == "}":
            return result, i + 1
        if s[i : i + 1] != ",":
            raise JSONError("expected , or }", i)
        i += 1


def main(text):
    try:
        value, i = read_value(text, 0)
        i = skip(text, i)
        if i != len(text):
            raise JSONError("extra text", i)
    except JSONError as e:
        return {"error": str(e), "position": e.position}
    return value


CASES = [
    ('{"a": [1, 2.5, -3e2], "b": {"c": null}, "d": true}',),
    ("[]",),
    ("{ }",),
    ('"tab\\t\\u0041\\"quoted\\""',),
    ("[1, 2",),
    ("",),
    ('{"a" 1}',),
    ("nope",),
    ("[1] 2",),
    ("  -12  ",),
    ('"open',),
]
