"""One browser a session. Without one the page tests are skipped with one line, and fail where CI is set."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.view import browser as browsers


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if browsers.found() is None:
        reason = "no browser: install Chromium (Debian: apt-get install chromium) or set TURINGRAD_BROWSER"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with browsers.started() as running:
        yield running


@pytest.fixture
def opened(chromium: Any) -> Iterator[Callable[..., browsers.Opened]]:
    """Opens a page; closes it at the end of the test and makes sure that nothing was wrong on it."""
    pages: list[browsers.Opened] = []

    def open_page(path: Path, **options: Any) -> browsers.Opened:
        pages.append(browsers.Opened(chromium, path, **options))
        return pages[-1]

    yield open_page
    for page in pages:
        problems, requests = page.problems, page.requests
        page.close()
        assert not problems
        assert all(url.startswith(("file:", "data:")) for url in requests)
