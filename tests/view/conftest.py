"""One browser a session. Without one the page tests are skipped with one line, and fail where CI is set."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.view import browser as browsers
from tests.view.kinds import KINDS, Made


@pytest.fixture(scope="session")
def context() -> Iterator[Any]:
    """One browser, one profile, for all tests of the session: each opens tabs of its own."""
    if browsers.find_browser() is None:
        reason = "no browser: install Chromium (Debian: apt-get install chromium) or set TURINGRAD_BROWSER"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with browsers.start_browser() as running:
        yield running.new_context()


@pytest.fixture
def open_page(context: Any) -> Iterator[Callable[..., browsers.Opened]]:
    """Opens a page; closes it at the end of the test and makes sure that nothing was wrong on it."""
    pages: list[browsers.Opened] = []

    def open_page(path: Path, **options: Any) -> browsers.Opened:
        pages.append(browsers.Opened(context, path, **options))
        return pages[-1]

    yield open_page
    for page in pages:
        problems, requests = page.problems, page.requests
        page.close()
        assert not problems
        assert all(url.startswith(("file:", "data:")) for url in requests)


@pytest.fixture
def axe() -> None:
    if not browsers.AXE.is_file():
        reason = "no axe-core: `make browser` fetches it with npm"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def make_page(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Made]:
    """Each kind of page, made once a session."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def make(name: str) -> Made:
        page = KINDS[name]()
        return Made(page.data, page.save(folder / f"{name}.html"))

    return make
