"""A llama.cpp server by its address: what it holds is asked for, its tokens are compared, junk is one line."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Turingrad
from turingrad.constructions.decoder import DecoderNetwork
from turingrad.errors import InputError
from turingrad.export.conform import conform, probes, runtime, write_probes
from turingrad.export.conform.server import ask


class Answers(BaseHTTPRequestHandler):
    """The two paths that conform asks, answered by a network; `server.meta` and `server.junk` are the test's."""

    def do_GET(self) -> None:
        self.answer({"data": [{"meta": self.server.meta}]})  # type: ignore[attr-defined]

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        network: DecoderNetwork = self.server.network  # type: ignore[attr-defined]
        assert (self.path, asked["temperature"]) == ("/completion", 0)
        said = list(islice(network.generate(asked["prompt"]), asked["n_predict"]))
        shorten = self.server.shorten  # type: ignore[attr-defined]
        self.answer(self.server.junk or {"tokens": shorten(said), "stop_type": "limit"})  # type: ignore[attr-defined]

    def answer(self, value: Any) -> None:
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(307 if self.server.redirect else 200)  # type: ignore[attr-defined]
        if self.server.redirect:  # type: ignore[attr-defined]
            self.send_header("Location", self.server.redirect)  # type: ignore[attr-defined]
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def server() -> Iterator[Any]:
    (probe,) = probes(64)
    network = probe.network()
    running: Any = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    running.network, running.junk, running.shorten, running.redirect = network, None, list, None
    running.meta = {"n_vocab": len(network.vocabulary), "n_ctx_train": network.options.context}
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


def address(server: Any) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/"


def test_the_probe_that_a_server_holds_is_found_by_itself(server: Any) -> None:
    verdict = conform(runtime(address(server)), longest=64)
    assert verdict.ok, verdict.first
    assert [outcome.probe for outcome in verdict.outcomes] == ["reach"]
    assert verdict.facts["server"] == address(server).rstrip("/")


def test_a_server_with_another_model_or_junk_is_one_line(server: Any, turingrad: Turingrad) -> None:
    server.junk = {"content": "hello"}
    outcome = turingrad("conform", address(server), "--context", 64)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "the answer holds no tokens" in outcome.err
    server.meta = {"n_vocab": 32_000, "n_ctx_train": 4096}
    outcome = turingrad("conform", address(server), "--context", 64)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "holds no probe of this context length; write one" in outcome.err


@pytest.mark.parametrize(
    ("shorten", "stopped_at"), [(lambda _said: [], 0), (lambda said: said[:-1], None), (lambda said: said[:1], 1)]
)
def test_a_server_that_says_too_little_fails_where_it_stops(
    server: Any, shorten: Any, stopped_at: int | None, turingrad: Turingrad
) -> None:
    server.shorten = shorten
    verdict = conform(runtime(address(server)), longest=64)
    assert not verdict.ok
    assert verdict.first is not None
    assert (verdict.first.said, verdict.fault) == ("missing", "stops")
    if stopped_at is not None:
        assert verdict.first.place == stopped_at
    outcome = turingrad("conform", address(server), "--context", 64)
    assert outcome.code == 1
    assert "stopped before this token" in outcome.out.replace("\n", " ")


JUNK = {
    "text": ({"tokens": ["abc"]}, "token 0 of the answer is 'abc'"),
    "null": ({"tokens": [None]}, "token 0 of the answer is None"),
    "infinite": (b'{"tokens": [1e999]}', "token 0 of the answer is inf"),
    "nested": ({"tokens": [[1]]}, "token 0 of the answer is [1]"),
    "truth": ({"tokens": [True]}, "token 0 of the answer is True"),
    "deep": (b"[" * 200_000, "nested too deeply"),
    "no JSON": (b"<html>", "Expecting value"),
    "no UTF-8": (b"\xff\xfe\xff", ""),
}


@pytest.mark.parametrize("kind", JUNK)
def test_junk_in_an_answer_is_one_line(server: Any, kind: str, turingrad: Turingrad) -> None:
    server.junk, message = JUNK[kind]
    outcome = turingrad("conform", address(server), "--context", 64)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1), outcome.err
    assert message in outcome.err


def test_a_server_that_does_not_answer_is_one_line() -> None:
    with pytest.raises(InputError, match=r"^cannot reach http://127\.0\.0\.1:1/v1/models: Connection refused$"):
        conform(runtime("http://127.0.0.1:1"), longest=64)


def test_an_answer_without_end_is_refused(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turingrad.export.conform.server.MAX_BYTES", 1_000)
    server.junk = {"tokens": [1] * 10_000}
    with pytest.raises(InputError, match="longer than 1,000 bytes"):
        conform(runtime(address(server)), longest=64)


def test_an_answer_that_drips_is_refused_at_the_deadline(server: Any) -> None:
    server.junk = {"tokens": [1] * 10}
    with pytest.raises(InputError, match=r"not complete in time|timed out"):
        ask(address(server), seconds=-1.0)


def test_a_redirect_to_another_host_is_refused(server: Any) -> None:
    server.redirect = "http://elsewhere.invalid/"
    with pytest.raises(InputError, match=r"redirects to another host, .elsewhere\.invalid"):
        ask(address(server))


@pytest.mark.parametrize(
    "url",
    ["http://[::1", "http://127.0.0.1:99999/", "http://127.0.0.1:x/", "http://a b/", "http://\x00/", "http://\udcff/"],
)
def test_an_address_that_is_none_is_one_line(url: str) -> None:
    with pytest.raises(InputError) as refused:
        ask(url, seconds=5)
    assert "\n" not in str(refused.value)


def test_probes_are_written_for_those_who_load_files(turingrad: Turingrad, tmp_path: Path) -> None:
    pytest.importorskip("gguf")
    outcome = turingrad("conform", "http://nowhere:1", "--write", tmp_path / "probes", "--context", 64)
    assert outcome.code == 0, outcome.err
    assert (tmp_path / "probes" / "reach-64.gguf").stat().st_size > 10_000
    assert "turingrad conform http://HOST:PORT" in outcome.out
    with pytest.raises(InputError, match="torch loads no files"):
        write_probes(runtime("torch"), tmp_path / "more", longest=64)
    assert not (tmp_path / "more").exists()
