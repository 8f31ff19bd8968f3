"""A process that searches texts for regular expressions, so that one which runs away can be ended from outside.

Run as a script, by its path: it imports nothing but the standard library. A request is a line of JSON, an answer
too; a search that takes more processor time than it may ends the process.
"""

import contextlib
import json
import re
import signal
import sys
import time
import warnings

# Of the process. Where the system cannot bound it, processor time is the only bound.
MEMORY = 2 << 30


def answer(request: dict) -> list[object]:
    """Start and end of the first match and of each group, or None; and the processor time of the search in seconds."""
    compiled = re.compile(request["pattern"], request["flags"])
    find = compiled.match if request["anchored"] else compiled.search
    # Without a handler the signal ends the process at once, whatever Python is doing.
    signal.setitimer(signal.ITIMER_VIRTUAL, request["seconds"])
    began = time.process_time()
    try:
        found = find(request["text"], request["at"])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    seconds = time.process_time() - began
    spans = None if found is None else [found.span(group) for group in range(compiled.groups + 1)]
    return [spans, seconds]


def serve() -> None:
    """Answers requests until there are no more."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    for line in sys.stdin.buffer:
        try:
            found = answer(json.loads(line))
        except MemoryError:
            sys.exit("no memory")
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    # Patterns of the field are not ours to mend.
    warnings.simplefilter("ignore")
    # Ctrl-C in a terminal reaches this process, too; it ends when its requests do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve()
