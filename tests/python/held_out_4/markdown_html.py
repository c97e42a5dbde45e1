# ruff: noqa
"""A small Markdown to HTML converter: headings, lists, code, emphasis and links."""

import html
import re

INLINE = [
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*(.+?)\*"), r"<em>\1</em>"),
    (re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)"), r'<a href="\2">\1</a>'),
]


def inline(text):
    text = html.escape(text, quote=False)
    for pattern, replacement in INLINE:
        text = pattern.sub(replacement, text)
    return text


def blocks(source):
    """Groups of consecutive lines that are not blank."""
    group = []
    for line in source.splitlines():
        if line.strip():
            group.append(line.rstrip())
        elif group:
            yield group
            group = []
    if group:
        yield group


def render(group):
    heading = re.match(r"(#{1,6})\s+(.*)", group[0])
    if heading and len(group) == 1:
        level = len(heading.group(1))
        return f"<h{level}>{inline(heading.group(2))}</h{level}>"
    if all(line.startswith("- ") for line in group):
        items = "".join(f"<li>{inline(line[2:])}</li>" for line in group)
        return f"<ul>{items}</ul>"
    if all(re.match(r"\d+\. ", line) for line in group):
        items = "".join(f"<li>{inline(line.split('. ', 1)[1])}</li>" for line in group)
        return f"<ol>{items}</ol>"
    if all(line.startswith("    ") for line in group):
        code = "\n".join(line[4:] for line in group)
        return f"<pre><code>{html.escape(code)}</code></pre>"
    return f"<p>{inline(' '.join(group))}</p>"


def main(source):
    return "\n".join(render(group) for group in blocks(source))


CASES = [
    ("# Title\n\nSome *text* with **bold** words.",),
    ("- one\n- two `x < y`\n- three",),
    ("1. first\n2. second\n\nafter",),
    ("See [the docs](http://example.org/a) & more.",),
    ('    a = 1\n    b = "2"\n',),
    ("",),
    ("## A ## B\nnot a heading\n\n\n###### deep",),
]
