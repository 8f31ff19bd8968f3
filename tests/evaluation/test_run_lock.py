"""One run at a time writes to a folder."""

import json
import os
import signal
import subprocess
import sys

import pytest

from mobile_env.evaluation.run_lock import FILE_NAME, FolderLockedError, RunLock

HOLDER = """
import sys
from pathlib import Path
from mobile_env.evaluation.run_lock import RunLock
lock = RunLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"held\n"
    yield process
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


def test_the_second_says_who_holds_it(holder, tmp_path):
    told = json.loads((tmp_path / FILE_NAME).read_text())
    assert told["pid"] == holder.pid
    with pytest.raises(FolderLockedError) as caught:
        RunLock(tmp_path)
    for part in (f"process {holder.pid} on {told['host']}, since {told['since']}", "--out", str(tmp_path)):
        assert part in str(caught.value)


def test_the_lock_of_a_dead_process_is_taken_over(holder, tmp_path):
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    assert (tmp_path / FILE_NAME).exists()
    lock = RunLock(tmp_path)
    assert json.loads((tmp_path / FILE_NAME).read_text())["pid"] == os.getpid()
    lock.close()


def test_it_is_given_back(tmp_path):
    lock = RunLock(tmp_path)
    with pytest.raises(FolderLockedError):
        RunLock(tmp_path)
    lock.close()
    lock.close()
    assert not (tmp_path / FILE_NAME).exists()
    RunLock(tmp_path).close()


def test_a_file_that_says_nothing_is_no_hindrance(tmp_path):
    (tmp_path / FILE_NAME).write_text("nonsense")
    RunLock(tmp_path).close()
