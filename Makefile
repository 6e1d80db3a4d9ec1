# make run   the site on this machine     make run PORT=8123, make run DEMO=0
# make test  the linters, and the tests on SQLite and on PostgreSQL
# make drill what takes long and finds seldom
# make fmt, make lint, make bench, make lock, make clean

PYTHON := .venv/bin/python
PIP := $(PYTHON) -m pip install --quiet --disable-pip-version-check
TEMPLATES = $$(find templates -name '*.html')

COMPILE := .venv/bin/uv pip compile --quiet --universal --python-version 3.12 --generate-hashes --no-annotate \
	--custom-compile-command 'make lock'

# A stamp is named after its requirements files' contents; one that exists is up to date.
hash = $(shell cat $(1) | cksum | cut -d' ' -f1)
RUNTIME := .venv/runtime-$(call hash,requirements.txt)
DEVELOPMENT := .venv/development-$(call hash,requirements.txt requirements-dev.txt)

# An environment whose interpreter has gone starts again.
$(shell $(PYTHON) -c 'import pip' >/dev/null 2>&1 || rm -f .venv/runtime-* .venv/development-*)

unexport PYTHONDONTWRITEBYTECODE  # compiled once, not by every process that the tests start

.PHONY: run test tests drill environment fmt lint bench lock clean

run: $(RUNTIME)
	@exec $(PYTHON) -m config.serve

test: $(DEVELOPMENT)
	@$(MAKE) --no-print-directory --jobs=2 lint tests

tests: $(DEVELOPMENT)
	@$(PYTHON) -m tests

drill: $(DEVELOPMENT)
	@$(PYTHON) -m tests.drill

environment: $(DEVELOPMENT)

fmt: $(DEVELOPMENT)
	$(PYTHON) -m ruff check --fix --quiet .
	$(PYTHON) -m ruff format --quiet .
	.venv/bin/djade --target-version 6.1 $(TEMPLATES)
	.venv/bin/djangofmt templates

lint: $(DEVELOPMENT)
	$(PYTHON) -m ruff check --quiet .
	$(PYTHON) -m ruff format --check --quiet .
	.venv/bin/djade --check --target-version 6.1 $(TEMPLATES)
	.venv/bin/djangofmt --check templates
	$(PYTHON) -m mypy
	.venv/bin/lint-imports --no-cache
	$(PYTHON) manage.py makemigrations --check --dry-run

bench: $(DEVELOPMENT)
	$(PYTHON) -m tests.bench

# After a change to what pyproject.toml needs: all of it with its extras, and what these need in turn, with hashes.
lock: $(DEVELOPMENT)
	$(PIP) uv==0.13.9
	$(COMPILE) pyproject.toml --all-extras --output-file requirements.txt

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

$(RUNTIME):
	@sh config/python.sh .venv
	@echo "Installing what the site needs ..."
	@$(PIP) -r requirements.txt
	@rm -f .venv/runtime-* && touch $@

$(DEVELOPMENT):
	@sh config/python.sh .venv
	@echo "Installing what the site and its tests need ..."
	@$(PIP) -r requirements.txt
	@$(PIP) -r requirements-dev.txt
	@rm -f .venv/development-* && touch $@
