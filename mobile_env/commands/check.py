"""`mobile-env check`: are task files and their demonstrations sound?"""

import argparse

HELP = "validate task files and the demonstrations beside them"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Checks."""
    return 0
