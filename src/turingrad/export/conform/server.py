"""Questions to a llama.cpp server by its address: an answer is bounded in bytes and time, from that host."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from turingrad.errors import InputError

SECONDS = 600.0  # for one whole answer
MAX_BYTES = 1 << 25  # 16,384 tokens with their probabilities take a tenth of it
CHUNK = 1 << 16


class SameHost(urllib.request.HTTPRedirectHandler):
    """Follows a redirect on the host that was named, and no other."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if urlsplit(newurl)[:2] != urlsplit(req.full_url)[:2]:
            raise urllib.error.URLError(
                f"it redirects to another host, {urlsplit(newurl).netloc[:100]!r}: give that one"
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def ask(url: str, value: Mapping[str, Any] | None = None, *, seconds: float = SECONDS) -> dict[str, Any]:
    """The JSON object that the server answers, to a GET, or to a POST of `value`.

    Raises:
        InputError: no answer, too long an answer, or one that is no JSON object; in one line, with the address.
    """
    body = None if value is None else json.dumps(value).encode()
    try:
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        found = json.loads(read_answer(request, time.monotonic() + seconds))
    except urllib.error.URLError as error:
        why = getattr(error.reason, "strerror", None) or error.reason
        raise InputError(f"cannot reach {url}: {first_line(why)}") from None
    except (OSError, http.client.HTTPException, ValueError, OverflowError) as error:
        raise InputError(f"{url}: {first_line(error)}") from None
    except RecursionError:
        raise InputError(f"{url}: the answer is nested too deeply") from None
    if not isinstance(found, dict):
        raise InputError(f"{url}: the answer is not a JSON object; is this a llama.cpp server?")
    return found


def read_answer(request: urllib.request.Request, deadline: float) -> bytes:
    opener = urllib.request.build_opener(SameHost)
    parts, size = [], 0
    with opener.open(request, timeout=max(0.01, deadline - time.monotonic())) as answer:
        while part := answer.read1(CHUNK):
            size += len(part)
            if size > MAX_BYTES:
                raise OSError(f"the answer is longer than {MAX_BYTES:,} bytes")
            if time.monotonic() > deadline:
                raise TimeoutError("the answer is not complete in time")
            parts.append(part)
    return b"".join(parts)


def first_line(error: object) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def tokens_of(answer: Mapping[str, Any], address: str) -> list[int]:
    """The token numbers of an answer.

    Raises:
        InputError: there are none, or one of them is no whole number.
    """
    said = answer.get("tokens")
    if not isinstance(said, list):
        raise InputError(f"{address}: the answer holds no tokens; is this a llama.cpp server?")
    for place, token in enumerate(said):
        if type(token) is not int:
            raise InputError(f"{address}: token {place} of the answer is {repr(token)[:40]}, not a number of a token")
    return said
