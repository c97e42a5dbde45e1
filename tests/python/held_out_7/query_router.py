# ruff: noqa
"""Route URLs: patterns with parameters, query strings, and errors as statuses."""

import re
from urllib.parse import parse_qs, unquote, urlsplit


class HTTPError(Exception):
    def __init__(self, status, reason):
        super().__init__(reason)
        self.status = status


class Router:
    def __init__(self):
        self.routes = []

    def route(self, pattern, method="GET"):
        regex = re.sub(r"<(\w+)>", r"(?P<\1>[^/]+)", pattern)
        compiled = re.compile(f"^{regex}$")

        def register(function):
            self.routes.append((method, compiled, function))
            return function

        return register

    def dispatch(self, method, url):
        parts = urlsplit(url)
        query = {k: v[-1] for k, v in parse_qs(parts.query).items()}
        allowed = []
        for verb, pattern, function in self.routes:
            if match := pattern.match(unquote(parts.path)):
                if verb == method:
                    return function(query=query, **match.groupdict())
                allowed.append(verb)
        if allowed:
            raise HTTPError(405, "use " + ", ".join(allowed))
        raise HTTPError(404, parts.path)


app = Router()


@app.route("/")
def index(query):
    return f"hello {query.get('name', 'world')}"


@app.route("/users/<ident>")
def user(ident, query):
    if not ident.isdigit():
        raise HTTPError(400, f"bad id {ident!r}")
    return {"id": int(ident), "fields": query.get("fields", "").split(",")}


@app.route("/sum", method="POST")
def total(query):
    return sum(float(v) for v in query.values())


@app.route("/<folder>/<name>.txt")
def text(folder, name, query):
    return f"{folder}: {name}" + (" (raw)" if "raw" in query else "")


def main(method, url):
    try:
        return 200, app.dispatch(method, url)
    except HTTPError as e:
        return e.status, str(e)
    except ValueError:
        return 500, "internal error"


CASES = [
    ("GET", "/"),
    ("GET", "/?name=Ada%20L"),
    ("GET", "/users/42?fields=a,b"),
    ("GET", "/users/bob"),
    ("GET", "/sum?x=1"),
    ("POST", "/sum?x=1&y=2.5"),
    ("POST", "/sum?x=one"),
    ("GET", "/docs/read%20me.txt?raw=1"),
    ("GET", "/nothing/here"),
]
