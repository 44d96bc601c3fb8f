# Needs Python 3.11 or newer with venv, git and make; everything else is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
NPM ?= $(shell command -v npm)
# What npm writes when it has installed tests/browser/package-lock.json.
TOOLS := tests/browser/node_modules/.package-lock.json

# The date that builds show, so that one commit always gives one site.
COMMITTED := $(shell git log -1 --format=%ct 2>/dev/null)
ifneq ($(COMMITTED),)
export SOURCE_DATE_EPOCH ?= $(COMMITTED)
endif

# The tests start Python a thousand times and more: what it reads is compiled once.
unexport PYTHONDONTWRITEBYTECODE

# Browser tests run where there are Chromium and npm, and where DOCGEN_BROWSER=1 demands them.
LACKING := $(if $(CHROMIUM),,Chromium) $(if $(NPM),,npm)
ifneq ($(CHROMIUM),)
export CHROMIUM
endif
ifeq ($(strip $(LACKING)),)
export DOCGEN_BROWSER ?= 1
endif
ifeq ($(DOCGEN_BROWSER),)
WHOLE := whole and not browser
LEFT_OUT := left out: the tests marked browser (no $(firstword $(LACKING)) found)
else
WHOLE := whole
LEFT_OUT := left out: nothing
cover: $(TOOLS)
endif

# What is read for spelling.
SPELT := README.md CHANGELOG.md CONTRIBUTING.md docs docgen model examples tests benchmarks

.DEFAULT_GOAL := help
.PHONY: help site offline serve test pages lint cover mutate pictures lock clean

help:  ## Show this list
	@grep -E '^[a-z]+:.*##' $(firstword $(MAKEFILE_LIST)) | sort \
		| awk -F ':.*## ' '{ printf "make %-8s %s\n", $$1, $$2 }'

site: $(STAMP)  ## Build the site into site/; any finding stops the build
	$(MKDOCS) build --strict

offline: $(STAMP)  ## Build into site-offline/ the site that opens without a server
	$(MKDOCS) build --strict --config-file mkdocs.offline.yml --site-dir site-offline

serve: $(STAMP)  ## Serve the site and build it again at every change
	$(MKDOCS) serve

# The pages come first: tests of the site use the results of runs that they leave in .docgen.
test: $(STAMP)  ## Everything CI does: style, types, check, strict build, tests
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint pages
	$(MAKE) --no-print-directory cover
	@echo "$(LEFT_OUT)"

pages: $(STAMP)
	$(BIN)/docgen check
	$(MKDOCS) build --strict

lint: $(STAMP)  ## Check style, spelling and types
	$(BIN)/codespell $(SPELT)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

cover: $(STAMP)  ## Run the tests, and measure which lines they reach but for those of whole sites
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 2 --dist worksteal -m "not whole"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/pytest -n 2 --dist worksteal -m "$(WHOLE)"

mutate: $(STAMP)  ## Break the whole model and keep the figures for the site; takes long
	mkdir -p build
	$(BIN)/docgen mutate --format json > build/mutation.json
	$(BIN)/python docs/hooks/mutation.py build/mutation.json

pictures: site  ## Take the pictures of the manual's page on reading anew; needs Chromium
	$(BIN)/python docs/hooks/pictures.py site "$(CHROMIUM)"

lock: $(STAMP)  ## Choose versions anew and write requirements.lock
	CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --upgrade --extra dev \
		--strip-extras --allow-unsafe --generate-hashes --no-build-isolation --no-emit-options \
		--no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--output-file requirements.lock pyproject.toml

clean:  ## Remove what was built, and .venv
	rm -rf $(VENV) site site-offline build dist tests/browser/node_modules
	rm -rf .docgen .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f .coverage .coverage.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(TOOLS): tests/browser/package.json tests/browser/package-lock.json
	cd tests/browser && $(or $(NPM),npm) ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		--requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation --editable .
	@touch $@
