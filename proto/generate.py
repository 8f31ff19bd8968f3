"""Regenerates the modules of every schema in this folder; `--check` only says which of them are stale."""

import argparse
import importlib.resources
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PACKAGE_FOLDER = "mobile_env/proto"
GENERATED_SUFFIXES = ("_pb2.py", "_pb2.pyi")


def generate(into: Path) -> dict[str, str]:
    """Compiles every `*.proto` of this folder.

    Args:
      into: an empty folder to work in.

    Returns:
      The text of each generated module, by file name.

    Raises:
      RuntimeError: protoc refused a schema; its own message is already on standard error.
    """
    # Only those who change a schema need the compiler.
    from grpc_tools import protoc

    site = Path(str(importlib.resources.files("android_env"))).parent
    well_known = Path(str(importlib.resources.files("grpc_tools"))) / "_proto"
    schemas = sorted(path.name for path in FOLDER.glob("*.proto"))
    arguments = [
        "protoc",
        # The folder is a package of its own name only when installed.
        f"-I{PACKAGE_FOLDER}={FOLDER}",
        f"-I{site}",
        f"-I{well_known}",
        f"--python_out={into}",
        f"--pyi_out={into}",
        *(f"{PACKAGE_FOLDER}/{name}" for name in schemas),
    ]
    if protoc.main(arguments) != 0:
        raise RuntimeError("protoc refused a schema (mend the line that it names above)")
    produced = sorted((into / PACKAGE_FOLDER).iterdir())
    return {path.name: path.read_text(encoding="utf-8") for path in produced}


def stale() -> list[str]:
    """Names of the generated modules that are missing, without a schema, or not what the schemas give."""
    with tempfile.TemporaryDirectory() as into:
        fresh = generate(Path(into))
    present = {
        path.name: path.read_text(encoding="utf-8")
        for path in FOLDER.iterdir()
        if path.name.endswith(GENERATED_SUFFIXES)
    }
    return sorted(name for name in fresh.keys() | present.keys() if fresh.get(name) != present.get(name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns its exit code (1: something is stale)."""
    parser = argparse.ArgumentParser(prog="python -m mobile_env.proto.generate", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit with 1 if a module is stale"
    )
    if parser.parse_args(arguments).check:
        names = stale()
        for name in names:
            print(f"{name} is stale (run `make proto`)", file=sys.stderr)
        return 1 if names else 0
    with tempfile.TemporaryDirectory() as into:
        fresh = generate(Path(into))
    for path in sorted(FOLDER.iterdir()):
        if path.name.endswith(GENERATED_SUFFIXES) and path.name not in fresh:
            path.unlink()
    for name, text in fresh.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
