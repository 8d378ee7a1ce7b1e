# The README's two commands are `make app` and `make test`; each does its own set-up.

VENV ?= .venv
BIN := $(VENV)/bin
# Stamps live in the environment: whoever deletes it deletes them.
DONE := $(VENV)/.done
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# Tests must find the installed wheel, never the folder beside them. What pytest has compiled is kept
# also where the environment is told to keep nothing: every worker would compile all of it anew.
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONSAFEPATH=1 ESCALE_WHEEL=1 $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

SOURCES := $(shell find escale notebooks -type f ! -name '*.py[co]') pyproject.toml hatch_build.py README.md LICENSE
NPM := sh .ci/npm $(VENV)
LINT = $(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/mypy && $(NPM) run lint
CHECKS = $(LINT) && $(NPM) test
EXAMPLE := $(shell find examples -type f ! -name '*.py[co]')

.NOTPARALLEL:
.PHONY: app site test check test-long lint lock bundle bench golden practice lab-wheels odds protocol screenshots coverage format clean help

app: $(DONE)/app  ## learn and play: opens the home page in your browser
	@exec $(BIN)/escale serve $(if $(PORT),--port $(PORT))

site: $(DONE)/site $(if $(LAB),$(DONE)/lab)  ## the same as a folder of files, site/: any web space shows it, and it works offline; LAB=1 puts JupyterLab into it
	$(BIN)/escale export site site $(if $(BASE),--base-url $(BASE)) $(if $(LAB),--lab)
	@echo "to look at it: python3 -m http.server -d site"

test: $(DONE)/tools $(DONE)/wheel $(DONE)/example $(DONE)/node $(DONE)/chromium $(DONE)/postgres  ## build the wheel, install it, check and test it
	@sh .ci/beside "$(CHECKS)" "$(PYTEST)"

check: $(DONE)/tools $(DONE)/wheel $(DONE)/example $(DONE)/node  ## the same without browsers, servers and long games: a minute, for in between
	@sh .ci/beside "$(CHECKS)" "$(PYTEST) --ignore tests/browser -m 'not long and not slow'"

test-long: $(DONE)/tools $(DONE)/wheel $(DONE)/example $(DONE)/chromium $(DONE)/postgres $(DONE)/nginx $(DONE)/hub $(DONE)/lab $(DONE)/lighthouse  ## what is long by nature: crowds, faults, Lighthouse; before an issue is closed
	$(BIN)/python -P -m pytest -m long -n 0 -s

lint: $(DONE)/tools $(DONE)/wheel $(DONE)/node
	$(LINT)

bundle: $(DONE)/tools $(DONE)/node  ## make the scripts that pages load anew, from frontend/src
	$(NPM) run bundle

bench: $(DONE)/tools $(DONE)/wheel .venv-peers/.done  ## measure the wheel against other libraries; with Chromium, in the page too
	@held=0; for bench in engine players home; do $(BIN)/python benchmarks/$$bench.py || held=1; done; \
	if command -v chromium >/dev/null || command -v chromium-browser >/dev/null; then \
	  for bench in app stage lessons tables site; do echo; $(BIN)/python benchmarks/$$bench.py || held=1; done; \
	else echo; echo "not measured: the app, the stage, the lessons, the tables and the site (there is no Chromium)"; fi; \
	exit $$held

golden: $(DONE)/tools $(DONE)/wheel $(DONE)/example  ## make golden records and snapshots anew and show the difference
	$(BIN)/python -P tests/make_golden.py
	$(BIN)/python -P tests/draw/test_snapshots.py
	@git --no-pager diff --stat -- tests/draw/snapshots

practice: $(DONE)/tools $(DONE)/wheel  ## look anew for the positions of exercises, in random games
	$(BIN)/python -P tests/make_practice.py

lab-wheels: $(DONE)/wheel  ## look anew for the packages that Python in JupyterLite gets
	$(BIN)/python -P tests/make_lab_wheels.py

odds: $(DONE)/tools $(DONE)/wheel  ## work out anew what pages to explore have prepared: minutes, after a change of rules or levels
	$(BIN)/python -P tests/make_odds.py

protocol: $(DONE)/tools  ## what follows from the table of messages: the page's check, and the tables in docs/protocol.md
	$(BIN)/python tests/make_protocol.py

screenshots: $(DONE)/tools $(DONE)/wheel $(DONE)/example $(DONE)/chromium  ## pictures of every game, to be looked at
	$(BIN)/python tests/screenshots.py

coverage: $(DONE)/tools $(DONE)/wheel $(DONE)/example  ## record anew where each rule is enforced and tested
	$(PYTEST) tests/games --write-rule-coverage escale/app/commands/rule_coverage.json

# For every Python and platform that we support; hashes of all files, and where they are from is left
# to whoever installs. Wheels only, since what builds a source archive would come without a hash.
lock: $(DONE)/venv  ## requirements.lock anew: exact versions with hashes, for public servers
	$(PIP) install --group lock
	@{ echo "# What a public server installs: made by \`make lock\`, see docs/serving.md."; \
	  echo "--only-binary :all:"; } >$(VENV)/requirements.lock
	$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'])" | \
	  UV_SYSTEM_CERTS=1 $(BIN)/uv --no-config --quiet pip compile --universal --python-version 3.11 --upgrade \
	  --extra app --extra postgres --generate-hashes --no-annotate --no-header \
	  pyproject.toml - >>$(VENV)/requirements.lock
	@mv $(VENV)/requirements.lock requirements.lock
	@git --no-pager diff --stat -- requirements.lock 2>/dev/null || true

format: $(DONE)/tools $(DONE)/node  ## put the code in order
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run format

clean:  ## remove everything that was made
	rm -rf $(VENV) frontend/node_modules tests/lighthouse/node_modules .venv-peers dist build site .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

$(DONE)/venv: .ci/venv .ci/apt
	@sh .ci/venv $(VENV)
	@mkdir -p $(DONE) && touch $@

$(DONE)/tools: $(DONE)/venv pyproject.toml
	$(PIP) install --group test
	@touch $@

# What checks and bundles the scripts of pages; the Node that runs it is a wheel.
$(DONE)/node: $(DONE)/tools frontend/package-lock.json
	$(NPM) install
	@touch $@

# Its 200 packages are for `make test-long` only.
$(DONE)/lighthouse: $(DONE)/tools tests/lighthouse/package-lock.json
	$(NPM) --prefix ../tests/lighthouse install
	@touch $@

# By way of the source archive, so that a file missing from either is found.
$(DONE)/wheel: $(DONE)/venv $(SOURCES)
	$(PIP) install build hatchling
	@rm -rf $(VENV)/dist
	$(BIN)/python -m build --no-isolation --outdir $(VENV)/dist . >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@# An environment of before knows us by another name, and two that own the same files break each other.
	@$(PIP) uninstall --yes escale 2>$(VENV)/build.log || { cat $(VENV)/build.log; exit 1; }
	$(PIP) install --force-reinstall --no-deps $(VENV)/dist/escale_games-*.whl
	$(PIP) install "$$(echo $(VENV)/dist/escale_games-*.whl)[cli,widgets]"
	@touch $@

$(DONE)/app: $(DONE)/wheel
	$(PIP) install "$$(echo $(VENV)/dist/escale_games-*.whl)[app]"
	@touch $@

# Node, as a wheel, runs the Python of browsers, to compile what it is to read there.
$(DONE)/site: $(DONE)/wheel
	$(PIP) install "$$(echo $(VENV)/dist/escale_games-*.whl)[site]"
	@touch $@

# JupyterLite, which is JupyterLab as files.
$(DONE)/lab: $(DONE)/wheel
	$(PIP) install "$$(echo $(VENV)/dist/escale_games-*.whl)[lab-site]"
	@touch $@

# The example game, found by its entry point like any other package's.
$(DONE)/example: $(DONE)/wheel $(EXAMPLE)
	$(PIP) install --force-reinstall --no-deps --no-build-isolation ./examples/galets
	@touch $@

# The browser tests drive the system's own browser: its headless shell, which costs less, or all of it.
$(DONE)/chromium: $(DONE)/venv
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || sh .ci/apt chromium
	@command -v chromium-headless-shell >/dev/null || ! command -v apt-get >/dev/null || \
	  sh .ci/apt chromium-headless-shell || echo "escale: without it the browser tests take longer"
	@touch $@

# A server of the tests' own, never the system's.
$(DONE)/postgres: $(DONE)/venv .ci/postgres
	@sh .ci/postgres
	@touch $@

# A proxy of the long tests' own.
$(DONE)/nginx: $(DONE)/venv .ci/nginx
	@sh .ci/nginx $(VENV)
	@touch $@

# A JupyterHub of the long tests' own.
$(DONE)/hub: $(DONE)/tools .ci/hub
	@sh .ci/hub $(VENV)
	@touch $@

.venv-peers/.done: .ci/venv benchmarks/requirements-peers.txt
	@sh .ci/venv .venv-peers
	@.venv-peers/bin/python -m pip install --quiet -r benchmarks/requirements-peers.txt || \
	  while read -r peer; do case "$$peer" in ""|\#*) ;; *) \
	    .venv-peers/bin/python -m pip install --quiet "$$peer" || echo "$$peer could not be installed";; \
	  esac; done <benchmarks/requirements-peers.txt
	@touch $@
