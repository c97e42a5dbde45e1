# ruff: noqa
"""A small text template language with variables, filters, loops and conditions."""

import re

TOKEN = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})")
FILTERS = {"upper": str.upper, "title": str.title, "len": len, "reverse": lambda s: s[::-1]}


class TemplateError(Exception):
    pass


def lookup(path, context):
    value = context
    for part in path.split("."):
        try:
            value = value[int(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError, ValueError, TypeError):
            raise TemplateError(f"cannot resolve {path!r}") from None
    return value


def evaluate(expression, context):
    name, *filters = [p.strip() for p in expression.split("|")]
    value = lookup(name, context)
    for f in filters:
        value = FILTERS[f](value)
    return value


def render(tokens, context, pos=0, stop=()):
    out = []
    while pos < len(tokens):
        token = tokens[pos]
        pos += 1
        if token.startswith("{{"):
            out.append(str(evaluate(token[2:-2].strip(), context)))
        elif token.startswith("{%"):
            words = token[2:-2].split()
            if words[0] in stop:
                return "".join(out), pos
            if words[0] == "for":
                _, name, _, source = words
                start = pos
                pos = skip(tokens, start, "endfor")
                for item in lookup(source, context):
                    out.append(render(tokens, {**context, name: item}, start, ("endfor",))[0])
            elif words[0] == "if":
                start = pos
                pos = skip(tokens, start, "endif")
                if lookup(words[1], context):
                    out.append(render(tokens, context, start, ("endif",))[0])
            else:
                raise TemplateError(f"unexpected {words[0]}")
        else:
            out.append(token)
    if stop:
        raise TemplateError(f"missing {stop[0]}")
    return "".join(out), pos


def skip(tokens, pos, end):
    depth = 1
    opener = end[3:]
    for i in range(pos, len(tokens)):
        if tokens[i].startswith("{%"):
            word = tokens[i][2:-2].split()[0]
            depth += (word == opener) - (word == end)
            if depth == 0:
                return i + 1
    raise TemplateError(f"missing {end}")


def main(template, context):
    try:
        return render(TOKEN.split(template), context)[0]
    except (TemplateError, KeyError) as e:
        return f"error: {e}"


CASES = [
    ("Hello {{ name | upper }}!", {"name": "ada"}),
    ("{% for i in items %}[{{ i.n }}]{% endfor %}", {"items": [{"n": 1}, {"n": 2}]}),
    ("{% if admin %}root{% endif %}{% if user %}{{ user }}{% endif %}", {"admin": False, "user": "bob"}),
    ("{% for r in rows %}{% for c in r %}{{ c }},{% endfor %};{% endfor %}", {"rows": [[1, 2], [3]]}),
    ("{{ missing.key }}", {}),
    ("{{ x | shout }}", {"x": "a"}),
    ("{% for a in b %}never closed", {"b": [1]}),
    ("{{ words.1 | reverse | title }}", {"words": ["one", "two"]}),
]
