"""Fonts are registered once, whoever draws first."""

import subprocess
import sys

# A process of its own: this one has long registered its fonts.
_DRAW_AT_ONCE = """
import threading
from mobile_env.phone import Display, Phone

start = threading.Barrier(6)
frames = []

def draw():
    phone = Phone(Display(120, 200, 80))
    start.wait()
    frames.append(phone.screenshot().tobytes())

threads = [threading.Thread(target=draw) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(frames) == 6 and len(set(frames)) == 1, len(frames)
"""


def test_phones_that_draw_for_the_first_time_at_once():
    done = subprocess.run([sys.executable, "-c", _DRAW_AT_ONCE], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
