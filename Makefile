# Everything starts from a machine that has only Python 3.11 (or newer) and make.
#   make play    install what is missing, then serve the game on one port
#   make test    install what the tests need, then run them all
#   make quick   only rules, kernel and boundaries: after each change

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# Tests run side by side, a file at a time. Those that look at pages wait for them: three at once leave a sixth of two cores
# idle while they do, and four take no less time in all.
JOBS   ?= 3
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Python's compiled files are kept, whatever the shell says: else every server started reads all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test quick bench bench-compare soak cards goldens tournament pictures plates film measure catalogue locks clean chromium

play: $(VENV)/.ready-play
	@exec $(BIN)/python -m webapp

test: $(VENV)/.ready-test chromium
	$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder

# The rules of every game, kernel, geometry, boundaries; without whole matches and bots.
QUICK := $(wildcard $(patsubst rules/%/__init__.py,tests/%,$(wildcard rules/*/__init__.py))) tests/rules \
	--ignore tests/rules/matches --ignore tests/rules/advice tests/test_import_circles.py tests/webapp/test_boundary.py
quick: $(VENV)/.ready-test
	$(BIN)/python -m pytest -q -n 2 --dist loadfile -m "not soak and not slow" $(QUICK)

bench: $(VENV)/.ready-test
	$(BIN)/python -m tests.bench

bench-compare: $(VENV)/.ready-test
	$(BIN)/python -m tests.bench compare

soak: $(VENV)/.ready-test chromium
	$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder -m soak
	$(BIN)/python -m tests.soak

cards: $(VENV)/.ready-test
	$(BIN)/python -m tests.cards.runner $(if $(filter command environment,$(firstword $(origin GAME))),$(GAME))

goldens: $(VENV)/.ready-test
	$(BIN)/python -m tests.goldens

# Bots against each other (docs/bots.md), never part of the tests' run. Of Diktat, SEATS=2 to 5, and of Hybris, 2 to 4: all
# seats by the bot ONE; of Diktat with the Others where OTHERS is anything, with offers between the bots where DEALS is
# (docs/balance.md). Of Blade & Book, SCENARIO=ledger HEROES=3.
GAME  ?= invader
N     ?= 40
ONE   ?= search:200
OTHER ?= search:200
SEED  ?= 1
HEROES ?= 1
tournament: $(VENV)/.ready-test
	$(BIN)/python -m tests.tournament $(GAME) $(N) --one $(ONE) --other $(OTHER) --seed $(SEED) \
		$(if $(SCENARIO),--scenario $(SCENARIO) --heroes $(HEROES)) $(if $(OPTIONS),--options $(OPTIONS)) \
		$(if $(SEATS),--seats $(SEATS)) $(if $(CHAOS),--chaos $(CHAOS)) $(if $(OTHERS),--others) $(if $(DEALS),--deals)

pictures: $(VENV)/.ready-test chromium
	$(BIN)/python -m tests.browser.pictures
	$(BIN)/python -m tests.browser.lessons

# The contact sheets of all plates, docs/plates: looked at whenever they change.
plates: $(VENV)/.ready-test
	$(BIN)/python -m tests.webapp.plates.sheet

# Takes a quarter of an hour: four guided matches played to their end.
film: $(VENV)/.ready-test chromium
	$(BIN)/python -m tests.browser.film
	$(BIN)/python -m tests.browser.moments

# How much of the window each table's board has, what covers it, how small things are, at eight sizes; axe-core's verdict
# on thirteen states of each game.
measure: $(VENV)/.ready-test chromium
	$(BIN)/python -m tests.browser.measure
	$(BIN)/python -m tests.browser.states

catalogue: $(VENV)/.ready-test
	$(BIN)/python -m webapp.i18n

clean:
	rm -rf build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find rules webapp tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Olomoc needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Name another with: make play PYTHON=python3.12")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make environments. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Preparing the environment in $(VENV) (once, about a minute)."
	@$(PYTHON) -m venv $(VENV)

# The stamps make a second start take no time: pip runs again only when the project's needs have changed. What is never
# imported is not compiled either.
$(VENV)/.ready-play: pyproject.toml requirements.txt setup.py | $(BIN)/python
	@$(call install,requirements.txt)
	@touch $@

$(VENV)/.ready-test: pyproject.toml requirements-test.txt setup.py | $(BIN)/python
	@$(call install,requirements-test.txt)
	@touch $@ $(VENV)/.ready-play

# Others' packages by the hashes of their files; then our own, which has none, built with what is installed by then.
define install
$(PIP) install --no-compile --require-hashes -r $(1)
@$(PIP) install --no-compile --no-deps --no-build-isolation -e .
endef

# Writes both lists anew for what pyproject.toml asks for; versions that fit stay, `make locks NEWER=--upgrade` takes newer.
LOCK = $(BIN)/uv pip compile pyproject.toml - --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
locks: $(VENV)/.ready-test
	@$(PIP) install uv
	@echo setuptools | $(LOCK) --quiet $(NEWER) -o requirements.txt
	@echo setuptools | $(LOCK) --quiet $(NEWER) --extra test -o requirements-test.txt

chromium:
	@sh tests/browser/chromium.sh
