# Needs only make and Python 3.11 or newer: whatever a target needs is set up in .venv first, once.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play new-game test check snapshots words bench hall-load tune strength rulings pictures recording tours soak clean sound ready-run ready-dev

PYTHON ?=
ARGS ?=
JOBS ?= 2
# Without compiled files every start of Python, and every collection of the tests, compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE

PIP := .venv/bin/python -m pip --disable-pip-version-check --quiet
PYTEST := .venv/bin/python -m pytest
GUEST := tests/addon/tilehall_hex

help: ## say what can be made
	@echo 'make TARGET [ARGS="..."] [PYTHON=/path/to/python3]'
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1	\2/p' Makefile

play: ready-run ## play; make play ARGS="play princess" goes straight to a table
	@.venv/bin/tilehall $(ARGS)

new-game: ready-run ## lay out a game of your own; NAME=lucky names it, ARGS="--into FOLDER" says where
	@.venv/bin/tilehall new-game $(NAME) $(ARGS)

test: ready-dev ## run the tests; ARGS is for pytest, JOBS=2 is how many run at once
	@$(PYTEST) -n $(JOBS) --dist worksteal $(ARGS)

check: ready-dev ## lint, formatting, types, and which package may import which
	@.venv/bin/python -m ruff check
	@.venv/bin/python -m ruff format --check
	@.venv/bin/python -m mypy --strict
	@$(PYTEST) tests/test_imports.py tests/test_layers.py tests/test_contributing.py

words: ready-dev ## bring the catalogues of other languages up to date; ARGS=--missing lists what they lack
	@.venv/bin/python -m tilehall.tui.languages.make_catalogues $(ARGS)
	@.venv/bin/python -m tilehall.tui.languages.make_catalogues --into $(GUEST)/languages $(GUEST) $(ARGS)

snapshots: ready-dev ## write the pictures of the main screens anew, to be reviewed with git diff
	@$(PYTEST) tests/tui/screens/test_snapshots.py --renew-snapshots

bench: ready-dev ## measure speed, memory and bytes on the wire
	@.venv/bin/python -m tests.bench $(ARGS)

hall-load: ready-dev ## measure a hall with real ssh clients; ARGS="--clients 200 --goals", --help tells the rest
	@.venv/bin/python -m tests.bench.hall $(ARGS)

tune: ready-dev ## learn the weights of a game by playing; GAME=princess names it
	@.venv/bin/python -m tests.bench.tune $(GAME) $(ARGS)

strength: ready-dev ## play what docs/strength.md lacks, and write it; ARGS="--only sand --blocks 40" plays anew
	@.venv/bin/python -m tests.bench.strength $(ARGS)

rulings: ready-dev ## weigh the rulings that docs/rulings.md lacks, and write it; ARGS="--only clear_fate --anew" plays anew
	@.venv/bin/python -m tests.bench.rulings $(ARGS)

pictures: ready-dev ## draw the contact sheets of all games and the pictures of the README
	@.venv/bin/python -m tests.pictures $(ARGS)

recording: ready-run ## write the tour of the README as an asciicast
	@.venv/bin/tilehall demo princess --tour --size 100x30 --out docs/pictures/princess.cast $(ARGS)

tours: ready-dev ## look for the tours of the games anew; ARGS="princess --seeds 100", notes are written by hand
	@.venv/bin/python -m tests.tours $(ARGS)

soak: ready-dev ## thousands of random games, and all sizes, seeds and looks that a usual run leaves out
	@$(PYTEST) -m soak -n $(JOBS) --hypothesis-profile=soak -o faulthandler_timeout=3600 $(ARGS)

clean: ## remove .venv and everything else that was made
	@rm -rf .venv build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A Python that is new enough and can make environments; a launcher for a version that is not there does not count.
FIND_PYTHON = found=; for p in $(if $(PYTHON),"$(PYTHON)",python3 python3.14 python3.13 python3.12 python3.11 python); do \
	"$$p" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && found=$$p && break; done; \
	[ -n "$$found" ] || { echo "Tilehall needs Python 3.11 or newer with its venv module$(if $(PYTHON),$(,) and $(PYTHON) is not that,: install it$(,) or name one with PYTHON=/path/to/python3)." >&2; exit 1; }
, := ,

# Sound: it runs, has pip, was made at this place (scripts inside name it), and with the Python that was asked for, if one was.
SOUND = import os, pip, sys; \
	texts = "".join(open(".venv/" + name).read() for name in ("pyvenv.cfg", "bin/activate")); \
	sys.exit(sys.version_info < (3, 11) or os.getcwd() + "/.venv" not in texts or sys.argv[1] not in ("", sys.base_prefix))

sound:
	@set -e; base=; \
	$(if $(PYTHON),$(FIND_PYTHON); base=$$("$$found" -c 'import sys; print(sys.base_prefix)');) \
	.venv/bin/python -c '$(SOUND)' "$$base" 2>/dev/null && exit 0; \
	$(FIND_PYTHON); \
	if [ -e .venv ] || [ -L .venv ]; then echo "The .venv here is broken, was made elsewhere or with another Python: making it anew."; rm -rf .venv; fi; \
	"$$found" -m venv .venv

# .venv/ready-* holds what was asked for when it was last installed; the same text again means nothing to do.
ready-run ready-dev: sound
	@cat pyproject.toml constraints.txt | cmp -s - .venv/$@ 2>/dev/null && exit 0; \
	echo "Setting up .venv: once, for about half a minute."; \
	$(PIP) install --constraint constraints.txt setuptools \
	&& $(PIP) install --constraint constraints.txt --no-build-isolation --editable '$(if $(filter %-dev,$@),.[dev],.)' \
	&& for stamp in ready-run $@; do cat pyproject.toml constraints.txt >.venv/$$stamp; done \
	|| { echo "The packages could not be installed; the reason is above." >&2; exit 1; }
