# `make demo` and `make test` do all the set-up on a machine with Python 3.11+ and make.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: demo test quick test-easyocr lint proto pictures bench clean
.DEFAULT_GOAL := demo

# A stamp a set of requirements: re-installed only when setup.cfg changed.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Mobile-Env needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "the venv module is missing: install it (Debian: apt-get install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/.base: $(VENV)/.made setup.cfg setup.py pyproject.toml
	@echo "Installing Mobile-Env into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: $(VENV)/.made setup.cfg setup.py pyproject.toml
	@echo "Installing Mobile-Env and what its tests need into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.base

$(VENV)/.lint: $(VENV)/.made setup.cfg setup.py pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,lint]'
	@touch $@ $(VENV)/.test $(VENV)/.base

demo: $(VENV)/.base
	@$(BIN)/mobile-env run wikihow --agent demonstration --out runs/demo --fresh

test: $(VENV)/.test
	@sh tests/system-packages
	@$(BIN)/python -m pytest -n 2 -q -m "not long and not easyocr"

# What most changes break first: no test that needs an extra, an adb server or a served phone, plays a whole app or task set,
# runs the command line as a program, builds the wheel or draws the pictures of the documentation.
quick: $(VENV)/.test
	@$(BIN)/python -m pytest -n 2 -q -m "not long and not easyocr and not slow"

# EasyOCR brings a torch of several GB, so it has an environment and a target of its own.
EASYOCR_VENV ?= build/easyocr-venv
test-easyocr:
	@test -d $(EASYOCR_VENV) || $(PYTHON) -m venv $(EASYOCR_VENV)
	@$(EASYOCR_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[easyocr]' 'pytest>=8'
	@$(EASYOCR_VENV)/bin/python -m pytest -q -m easyocr tests/signals/ocr/test_easyocr.py

# Programs of others that drive a served phone: each has an environment of its own, mobilerun's is large.
OUTSIDERS ?= build/outsiders
test-outsiders: $(VENV)/.test
	@for name in androidviewclient mobilerun; do test -x $(OUTSIDERS)/$$name/bin/$$name.made || { \
	    $(PYTHON) -m venv $(OUTSIDERS)/$$name && \
	    $(OUTSIDERS)/$$name/bin/python -m pip install --quiet --disable-pip-version-check $$name && \
	    install -m 755 /dev/null $(OUTSIDERS)/$$name/bin/$$name.made; } || exit 1; done
	@if command -v npm >/dev/null; then test -d $(OUTSIDERS)/mobile-mcp/node_modules || \
	    npm install --silent --prefix $(OUTSIDERS)/mobile-mcp @mobilenext/mobile-mcp; fi
	@OUTSIDERS=$(OUTSIDERS) $(BIN)/python -m pytest -q -rs tests/phone/wire/test_outsiders.py

# The folders at the top are sub-packages of mobile_env (package_dir in setup.py);
# the type checker sees them so through a tree of links.
lint: $(VENV)/.lint
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@rm -rf build/typecheck && mkdir -p build/typecheck/mobile_env
	@ln -s $(CURDIR)/mobile_env/* build/typecheck/mobile_env/
	@for d in proto wrappers task_defs replay_data; do ln -s $(CURDIR)/$$d build/typecheck/mobile_env/$$d; done
	@cd build/typecheck && $(abspath $(BIN))/mypy --config-file $(CURDIR)/pyproject.toml --cache-dir $(CURDIR)/.mypy_cache -p mobile_env

proto: $(VENV)/.test
	@$(BIN)/python -m mobile_env.proto.generate

pictures: $(VENV)/.base
	@$(BIN)/python docs/images/draw.py

bench: $(VENV)/.test
	@$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build runs
