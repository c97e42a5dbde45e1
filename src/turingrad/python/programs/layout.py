"""How Python's objects lie in memory: the numbers of types, the system words, the messages of the run time."""

from __future__ import annotations

import operator
from collections.abc import Callable

NONE, FALSE, TRUE, HOLE, DUMMY = 33, 37, 41, 1, 5
SMALLEST, LARGEST = -(1 << 30), (1 << 30) - 1

# Types whose numbers are fixed. Those before ARRAY hold no pointers.
TYPES = {
    name: number
    for number, name in enumerate(
        [
            "FORWARD",
            "BIG",
            "FLOAT",
            "BOOL",
            "STR",
            "RAW",
            "NONETYPE",
            "SINGLE",
            "ARRAY",
            "CELL",
            "FUNC",
            "NATIVE",
            "METHOD",
            "PROPERTY",
            "STATICM",
            "CLASSM",
            "CLASS",
            "GEN",
            "SLICE",
            "LISTITER",
            "STRITER",
            "RANGEITER",
            "DICTITER",
            "SETITER",
            "VIEW",
            "RANGE",
            "TUPLE",
        ]
    )
}
FIXED = {
    **TYPES,
    "FIRST_POINTER": TYPES["ARRAY"],
    "LAST_NUMBER": TYPES["BOOL"],
    "FIRST_RICH": TYPES["VIEW"],
    "FIRST_CONTAINER": TYPES["TUPLE"],
    "NONE": NONE,
    "FALSE": FALSE,
    "TRUE": TRUE,
    "HOLE": HOLE,
    "DUMMY": DUMMY,
    "GEN_RESUME": 3,
    "GEN_RA": 7,
    "GEN_FP": 11,
    "GEN_TOP": 15,
    "EXC_FIELDS": 8,
    "RAW_BYTES": 2048,
    "REFUSALS": 1,
    "OPERATOR_COUNT": 13,
    "AUGMENTED_MARK": 0x00100013,
}
GENERATOR_SLOTS = 19  # offset of the first slot of a generator's frame from its tagged pointer
FRAME_SLOTS = 8  # offset of the first slot of an ordinary frame

SYSTEM_WORDS = [  # of the run time itself: addresses, counts and parts of floats, at which the collector does not look
    "trace_pc",
    "trace_fp",
    "trace_depth",
    "trace_1",
    "trace_2",
    "trace_3",
    "trace_4",
    "pc",
    "raw_base",
    "stack",
    "input_end",
    "space",
    "heap",
    "other",
    "heap_end",
    "old_end",
    "next_id",
    "managed_pc",
    "seed",
    "unordered",
    "order_seen",
    "scratch",
    "wanted",
    "collections",
    "t0",
    "t1",
    "t2",
    "t3",
    "t4",
]
SYSTEM_VALUES = ["result", "exception", "trace_value", "rest", "handled", "returned", "sent"]
SYSTEM = ["header", *SYSTEM_WORDS, "header_of_values", *SYSTEM_VALUES]
SYSTEM_OFFSETS = {name: 4 * index for index, name in enumerate(SYSTEM)}
LETTERS = 4 * len(SYSTEM) + 4  # where the texts of one character are, from the system words on
LETTER_COUNT = 128


def error_text(function: Callable[..., object], *arguments: object) -> str:
    """What this Python says: the text of an error differs between its versions."""
    try:
        function(*arguments)
    except ArithmeticError as error:
        return str(error)
    raise AssertionError("no error")


# Texts of the errors that the raw run time raises; {0} and {1} are what it gives.
WRONG_CALL = "the words of an error for wrong arguments of a built-in function"  # which nobody may see
WRONG_CALL_CURE = "correct the call, or catch the error without its text"
MESSAGES = {
    "MSG_LIST_INDEX": "list index out of range",
    "MSG_LIST_ASSIGN": "list assignment index out of range",
    "MSG_TUPLE_INDEX": "tuple index out of range",
    "MSG_STRING_INDEX": "string index out of range",
    "MSG_POP_EMPTY": "pop from empty list",
    "MSG_INT_DIVISION": "integer division or modulo by zero",
    "MSG_INT_MODULO": "integer modulo by zero",
    "MSG_FLOAT_DIVISION": "float division by zero",
    "MSG_SHIFT_COUNT": "too many digits in integer",
    "MSG_NEGATIVE_SHIFT": "negative shift count",
    "MSG_INT_TO_FLOAT": "int too large to convert to float",
    "MSG_WIDE": "a character beyond Latin-1, which this program has no room for; write one into a text of it",
    "MSG_KEY": "{0!r}",
    "MSG_DICT_CHANGED": "dictionary changed size during iteration",
    "MSG_DICT_KEYS_CHANGED": "dictionary keys changed during iteration",
    "MSG_SET_CHANGED": "Set changed size during iteration",
    "MSG_GENERATOR_RUNNING": "generator already executing",
    "MSG_UNBOUND": "cannot access local variable '{0}' where it is not associated with a value",
    "MSG_FREE": "cannot access free variable '{0}' where it is not associated with a value in enclosing scope",
    "MSG_NAME": "name '{0}' is not defined",
    "MSG_RECURSION": "maximum recursion depth exceeded",
    "MSG_UNPACK_MORE": "too many values to unpack (expected {0})",
    "MSG_UNPACK_LESS": "not enough values to unpack (expected {0}, got {1})",
    "MSG_UNPACK_STAR": "not enough values to unpack (expected at least {0}, got {1})",
    "MSG_ARGUMENTS": WRONG_CALL,
    "MSG_NOT_CALLABLE": "'{0:type}' object is not callable",
    "MSG_MULTIPLE": "{0}() got multiple values for argument '{1}'",
    "MSG_UNEXPECTED": "{0}() got an unexpected keyword argument '{1}'",
    "MSG_TAKES": "{0}() takes {1:count}",
    "MSG_MISSING": "{0}() missing {1:names}",
    "MSG_NO_ARGUMENTS": "{0}() takes no arguments",
    "MSG_SUBCLASS": "{0} of a subclass of a built-in class is not in the compiled language",
    "MSG_NOT_EXCEPTION": "exceptions must derive from BaseException",
    "MSG_CLASS_ATTRIBUTE": "type object '{0}' has no attribute '{1}'",
    "MSG_ATTRIBUTE": "'{0:type}' object has no attribute '{1}'",
    "MSG_ATTRIBUTE_SET": "the attribute '{1}' of '{0:type}' cannot be assigned here",
    "MSG_CALL_PROPERTY": "a property whose value is called: assign it to a name first",
    "MSG_CONCAT_STR": 'can only concatenate str (not "{0:type}") to str',
    "MSG_CONCAT_LIST": 'can only concatenate list (not "{0:type}") to list',
    "MSG_CONCAT_TUPLE": 'can only concatenate tuple (not "{0:type}") to tuple',
    "MSG_REPEAT": "can't multiply sequence by non-int of type '{0:type}'",
    "MSG_UNARY": "bad operand type for unary {1}: '{0:type}'",
    "MSG_NO_LEN": "object of type '{0:type}' has no len()",
    "MSG_DIVISION": "division by zero",
    "MSG_DIVISION_LARGE": "integer division result too large for a float",
    "MSG_ZERO_POWER": "0.0 cannot be raised to a negative power",
    "MSG_RESULT_LARGE": "(34, 'Numerical result out of range')",
    "MSG_FLOAT_MODULO": "float modulo",
    "MSG_FLOAT_FLOORDIV": error_text(operator.floordiv, 1.0, 0.0),
    "MSG_FLOAT_DIVMOD": error_text(divmod, 1.0, 0.0),
    "MSG_POP_INDEX": "pop index out of range",
    "MSG_NOT_INT": "'{0:type}' object cannot be interpreted as an integer",
    "MSG_LIST_REMOVE": "list.remove(x): x not in list",
    "MSG_TUPLE_NOT_IN": "tuple.index(x): x not in tuple",
    "MSG_NOT_IN_LIST": "{0!r} is not in list",
    "MSG_ZERO_STEP": "slice step cannot be zero",
    "MSG_SLICE_SIZE": "attempt to assign sequence of size {0} to extended slice of size {1}",
    "MSG_RANGE_INDEX": "range object index out of range",
    "MSG_NOT_SUBSCRIPTABLE": "'{0:type}' object is not subscriptable",
    "MSG_INDEX_LARGE": "cannot fit '{0:type}' into an index-sized integer",
    "MSG_STRING_INDICES": "string indices must be integers, not '{0:type}'",
    "MSG_INDICES": "{0:type} indices must be integers or slices, not {1:type}",
    "MSG_NO_ITEM_ASSIGNMENT": "'{0:type}' object does not support item assignment",
    "MSG_NO_ITEM_DELETION": "'{0:type}' object doesn't support item deletion",
    "MSG_IN_STRING": "'in <string>' requires string as left operand, not {0:type}",
    "MSG_NOT_CONTAINER": "argument of type '{0:type}' is not iterable",
    "MSG_NOT_IN_RANGE": "{0} is not in range",
    "MSG_RANGE_STEP": "range() arg 3 must not be zero",
    "MSG_NOT_ITERABLE": "'{0:type}' object is not iterable",
    "MSG_NO_LIST": "{0} must be list, not {1:type}",
    "MSG_SLICE_INDEX": "slice indices must be integers or None or have an __index__ method",
    "MSG_FILL": "The fill character must be a unicode character, not {0:type}",
    "MSG_PRINT": "{0} must be None or a string, not {1:type}",
    "MSG_NO_TEXT": "{0} returned non-string (type {1:type})",
    "MSG_NO_FORMAT": "__format__ must return a str, not {0:type}",
    "MSG_NO_BOOL": "__bool__ should return bool, returned {0:type}",
    "MSG_NO_HASH": "__hash__ method should return an integer",
    "MSG_NO_INT": "{0} returned non-int (type {1:type})",
    "MSG_LARGE_LENGTH": "cannot fit 'int' into an index-sized integer",
    "MSG_NEGATIVE_LENGTH": "__len__() should return >= 0",
    "MSG_DESCRIPTOR": "descriptor {0} doesn't apply to a '{1:type}' object",
    "MSG_NO_CONTEXT": "'{0:type}' object does not support the context manager protocol",
    "MSG_NOT_ITERATOR": "'{0:type}' object is not an iterator",
    "MSG_ITER_RETURNED": "iter() returned non-iterator of type '{0:type}'",
    "MSG_NO_UNPACK": "cannot unpack non-iterable {0:type} object",
    "MSG_DICT_PAIR": "dictionary update sequence element #{0} has length {1}; 2 is required",
    "MSG_SET_POP": "pop from an empty set",
    "MSG_MIN_EMPTY": "min() arg is an empty sequence",
    "MSG_MAX_EMPTY": "max() arg is an empty sequence",
    "MSG_ABS": "bad operand type for abs(): '{0:type}'",
    "MSG_POW_ZERO": "pow() 3rd argument cannot be 0",
    "MSG_NOT_INVERTIBLE": "base is not invertible for the given modulus",
    "MSG_ROUND": "type {0:type} doesn't define __round__ method",
    "MSG_NAN_TO_INT": "cannot convert float NaN to integer",
    "MSG_INF_TO_INT": "cannot convert float infinity to integer",
    "MSG_ORD_TYPE": "ord() expected string of length 1, but {0:type} found",
    "MSG_ORD": "ord() expected a character, but string of length {0} found",
    "MSG_CHR": "chr() arg not in range(0x110000)",
    "MSG_NOT_MAPPING": "'{0:type}' object is not a mapping",
    "MSG_UNHASHABLE_SLICE": "unhashable type: 'slice'",
    "MSG_UNHASHABLE": "unhashable type: '{0:type}'",
    "MSG_HASH": "the hash of a {0:type} differs between runs of Python; use a number as the key",
    "MSG_ZIP_SHORTER": "zip() argument {0} is shorter than argument{1}",
    "MSG_ZIP_LONGER": "zip() argument {0} is longer than argument{1}",
    "MSG_NOT_REVERSIBLE": "'{0:type}' object is not reversible",
    "MSG_INT_LITERAL": "invalid literal for int() with base {1}: {0!r:.200}",
    "MSG_INT_ARGUMENT": "int() argument must be a string, a bytes-like object or a real number, not '{0:type}'",
    "MSG_FLOAT_ARGUMENT": "float() argument must be a string or a real number, not '{0:type}'",
    "MSG_NOT_REAL": "must be real number, not {0:type}",
    "MSG_NO_TRUNC": "type {0:type} doesn't define __trunc__ method",
    "MSG_AFTER_STAR": "Value after * must be an iterable, not {0:type}",
    "MSG_ARGUMENT_AFTER_STAR": "{1} argument after * must be an iterable, not {0:type}",
    "MSG_POW_FLOAT": "pow() 3rd argument not allowed unless all arguments are integers",
    "MSG_FLOAT_LITERAL": "could not convert string to float: {0!r}",
    "MSG_EMPTY_SEPARATOR": "empty separator",
    "MSG_IS_INSTANCE": "isinstance() arg 2 must be a type, a tuple of types, or a union",
    "MSG_JOIN": "sequence item {0}: expected str instance, {1:type} found",
    "MSG_SUBSTRING": "substring not found",
    "MSG_MATH_DOMAIN": "math domain error",
    "MSG_MATH_RANGE": "math range error",
    "MSG_MUST_BE_STR": "must be str, not {0:type}",
    "MSG_SPLIT": "must be str or None, not {0:type}",
    "MSG_REPLACE_1": "replace() argument 1 must be str, not {0:type}",
    "MSG_REPLACE_2": "replace() argument 2 must be str, not {0:type}",
    "MSG_STARTSWITH": "startswith first arg must be str or a tuple of str, not {0:type}",
    "MSG_ENDSWITH": "endswith first arg must be str or a tuple of str, not {0:type}",
    "MSG_STRIP": "{1} arg must be None or str",
    "MSG_CAN_ONLY_JOIN": "can only join an iterable",
    "MSG_DIVMOD": "unsupported operand type(s) for divmod(): '{0:type}' and '{1:type}'",
    "MSG_LT": "'<' not supported between instances of '{0:type}' and '{1:type}'",
    "MSG_GT": "'>' not supported between instances of '{0:type}' and '{1:type}'",
    "MSG_LE": "'<=' not supported between instances of '{0:type}' and '{1:type}'",
    "MSG_GE": "'>=' not supported between instances of '{0:type}' and '{1:type}'",
}
OPERATORS = {
    "ADD": "+",
    "SUB": "-",
    "MUL": "*",
    "FLOORDIV": "//",
    "MOD": "%",
    "DIV": "/",
    "POW": "** or pow()",
    "MATMUL": "@",
    "AND": "&",
    "OR": "|",
    "XOR": "^",
    "LSHIFT": "<<",
    "RSHIFT": ">>",
}
UNSUPPORTED = "unsupported operand type(s) for {sign}: '{{0:type}}' and '{{1:type}}'"
for _name, _sign in OPERATORS.items():
    MESSAGES[f"MSG_{_name}"] = UNSUPPORTED.format(sign=_sign)
for _name, _sign in OPERATORS.items():  # augmented assignment, at the same distance from the plain operator
    MESSAGES[f"MSG_AUGMENTED_{_name}"] = UNSUPPORTED.format(sign=f"{_sign.split()[0]}=")
AUGMENTED_MARK = 0x00100013  # addi x0, x0, 1: follows the call of an operator that came from an augmented assignment
MESSAGE_NUMBERS = {name: index for index, name in enumerate(MESSAGES)}
MESSAGE_TEXTS = tuple(MESSAGES.values())
FAMILIES = ("TUPLE", "LIST", "DICT", "SET", "FROZENSET")
FIRST_ENTRIES = 5  # of the table that a dict gets with its first key
SET_ORDER_SEEDS = (5381, 52711, 1, 77003, 40503, 65599)  # starts of the hash of texts
EXIT_ERROR, EXIT_TOO_SMALL, EXIT_RESERVE, EXIT_MEMORY, EXIT_REFUSED, EXIT_LEFT_OUT = 1, 101, 102, 103, 104, 105


def is_small(value: int) -> bool:
    return SMALLEST <= value <= LARGEST


def text_hash(text: str, seed: int) -> int:
    """The hash of a text for dicts, as `str_hash` of the run time computes it."""
    h = seed
    for character in text:
        h = (h * 31 + ord(character)) & 0xFFFFFFFF
    return ((h ^ (h >> 15)) << 1) & 0xFFFFFFFF
