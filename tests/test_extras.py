"""Without any extra the tests are collected, and skipped with the name of an extra that there is."""

import configparser
import subprocess
import sys
from pathlib import Path

import pytest
from extras import PACKAGES, require_extra

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
# What the extras bring along and tests import.
_BROUGHT = ("brotli", "zstandard", "cryptography")
_COLLECT = """
import sys
sys.modules.update(dict.fromkeys({hidden}))  # importing one of them is an ImportError
import pytest
sys.exit(pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider"]))
"""


def test_the_extras_are_those_of_the_distribution():
    settings = configparser.ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    assert set(PACKAGES) <= set(settings["options.extras_require"])


def test_collecting_needs_no_extra():
    hidden = sorted({*(name for names in PACKAGES.values() for name in names), *_BROUGHT})
    code = _COLLECT.format(hidden=hidden)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]


def test_a_missing_package_skips_with_the_name_of_its_extra():
    with pytest.raises(pytest.skip.Exception) as caught:
        require_extra("replay", "json", "no_such_package")
    assert (
        str(caught.value) == "needs the extra replay: pip install 'mobile-env[replay]' (no no_such_package)"
    )
    require_extra("replay", "json")
