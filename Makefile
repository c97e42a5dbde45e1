# Every target sets up what it needs in .venv, from the versions in constraints.txt; a second call installs nothing.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile --constraint constraints.txt
# pip compiles on one core; what packages ship for other Pythons does not compile, and is not needed
COMPILE := $(BIN)/python -m compileall -q -q -j 0 .venv/lib || true
WORKERS ?= 2
# Python keeps what it compiled: dozens of tests begin new processes
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-all coverage lint browser live picture screenshots bench soak docs notebooks clean mutants claim-mutants figures fuzz

run: .venv/.core
	$(BIN)/turingrad demo

PYTEST := $(BIN)/python -m pytest -n $(WORKERS)
# prints which share of statements and branches the fast tests reach, and fails below its floor (docs/decisions/10)
MEASURED := $(PYTEST) -p tests.branch_coverage -m "not slow"

test: lint browser
	$(MEASURED)

# the lines and branches that no fast test reaches
coverage: .venv/.dev
	$(MEASURED) --uncovered

# the slow tests too, with what only they need: Ray, llama.cpp, TransformerLens
test-all: lint browser .venv/.slow
	-@$(MAKE) --no-print-directory live || echo "onnxruntime-web cannot be had (npm): the tests of live pages are skipped"
	$(PYTEST)

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# what the page tests need: a browser, from Debian's packages where this runs as root, and axe-core
browser: .venv/.dev
	@$(BIN)/python -m tests.view.set_up

# about 300 mutants of what other code trusts, each against the tests of its module; the score must be at least 90 %
mutants: .venv/.dev
	$(PIP) --editable '.[mutants]'
	$(BIN)/python -m tests.mutants.sample --workers $(WORKERS)

# about 400 mutants of the code that claims name, each against its claim and then against the fast tests; an hour on two
# cores; writes the scores that `turingrad claims` shows and docs/claim-mutants.md
MUTANTS ?= 400
claim-mutants: .venv/.dev
	$(PIP) --editable '.[mutants]'
	$(BIN)/python -m tests.mutants.claims --count $(MUTANTS) --workers $(WORKERS) --write

# numbers on pages that come from a command, measured again and written where they differ
figures: .venv/.dev
	$(BIN)/python -m tests.figures.remake --write

# random programs against Python itself: as circuits (about ten minutes of one core), then as RV32I (hours)
PROGRAMS ?= 100000
fuzz: .venv/.dev
	$(BIN)/python -m tests.python.fuzz --programs $(PROGRAMS) --workers $(WORKERS)
	$(BIN)/python -m tests.python.programs.fuzz --programs $(PROGRAMS) --workers $(WORKERS)

# onnxruntime-web for `turingrad view --live`, from npm into .live, never committed
ORT_WEB := 1.30.0
live: .live/package/package.json
.live/package/package.json:
	mkdir -p .live && cd .live && npm pack --silent onnxruntime-web@$(ORT_WEB) && tar xzf onnxruntime-web-$(ORT_WEB).tgz \
		package/dist/ort.wasm.bundle.min.mjs package/dist/ort-wasm-simd-threaded.wasm package/package.json
	rm .live/*.tgz && touch $@

# the README's picture, from a page in the browser
picture: browser
	$(BIN)/python -m tests.view.picture docs/images/view-transformer.png

# every kind of page and every report, wide and narrow, light and dark, in .screenshots: look at each sheet
screenshots: browser
	$(BIN)/python -m tests.view.screenshots
	@echo "look at .screenshots/sheet-*.png"

# random machines and hostile inputs through everything; MINUTES=60 for an hour, soak.json goes on where it ended
MINUTES ?= 10
soak: .venv/.dev
	$(BIN)/python -m tests.soak --minutes $(MINUTES) --resume soak.json

bench: .venv/.core
	$(BIN)/turingrad bench

docs: .venv/.docs
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html
	$(BIN)/python docs/check_links.py docs/_build/html
	@echo "open docs/_build/html/index.html"

# the notebooks, run again and stored with their outputs
notebooks: .venv/.docs
	$(BIN)/python docs/run_notebooks.py

clean:
	rm -rf .venv dist build docs/_build

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("turingrad needs Python 3.11 or newer; set PYTHON=") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv

.venv/.core: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable .
	@$(COMPILE)
	@touch $@

.venv/.dev: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable '.[dev,c,circuits,onnx,llm,truth]'
	@$(COMPILE)
	@touch .venv/.core $@

.venv/.slow: .venv/.dev
	$(PIP) --editable '.[ray,lens,llamacpp,openvino,ctranslate2]'
	@$(COMPILE)
	@touch $@

.venv/.docs: .venv/.dev
	$(PIP) --editable '.[docs]'
	@$(COMPILE)
	@touch $@

