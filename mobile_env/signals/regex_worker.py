"""A process that searches texts for regular expressions, so that one which runs away can be ended from outside.

Run as a script, by its path: it imports nothing but the standard library. A request is a line of JSON, an answer
too; a search that takes more processor time than it may ends the process.
"""

import json
import re
import signal
import sys


def answer(request: dict) -> object:
    """`[groups, named groups]` of the first match, or None."""
    compiled = re.compile(request["pattern"], request["flags"])
    find = compiled.match if request["anchored"] else compiled.search
    # Without a handler the signal ends the process at once, whatever Python is doing.
    signal.setitimer(signal.ITIMER_VIRTUAL, request["seconds"])
    try:
        found = find(request["text"])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None if found is None else [found.groups(), found.groupdict()]


def serve() -> None:
    """Answers requests until there are no more."""
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    # Ctrl-C in a terminal reaches this process, too; it ends when its requests do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve()
