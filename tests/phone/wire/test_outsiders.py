"""Programs of others solve a WikiHow task on a served phone, unmodified: androidviewclient, mobilerun, mobile-mcp.

mobile-mcp drives Android by adb alone (its MOBILEMCP_LEGACY_ROBOT); its other way runs a Java program on the phone.
`make test-outsiders` installs each into a folder of its own under `build/outsiders` and runs these tests.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from wikihow_task import OTHER_QUERY, QUERY

ROOT = Path(__file__).parents[3]
PROGRAMS = Path(__file__).parent / "outsiders"
BUILT = Path(os.environ.get("OUTSIDERS", ROOT / "build" / "outsiders"))


def python_program(name):
    python = BUILT / name / "bin" / "python"
    if not python.exists():
        pytest.skip(f"{name} is not installed: make test-outsiders")
    return [python, PROGRAMS / f"{name}_search.py"]


def node_program(name, package):
    script = BUILT / name / "node_modules" / package / "lib" / "index.js"
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not script.exists():
        pytest.skip(f"{name} is not installed: make test-outsiders")
    return [sys.executable, PROGRAMS / f"{name.replace('-', '_')}_search.py", script]


@pytest.fixture
def run(task, adb_server, tmp_path):
    """Runs a program with adb where such programs look for it: on PATH, below ANDROID_HOME, on the usual variables."""
    tools = tmp_path / "platform-tools"
    tools.mkdir()
    (tools / "adb").symlink_to(adb_server.path)
    environment = {
        **os.environ,
        "ANDROID_ADB_SERVER_PORT": str(adb_server.port),
        "ANDROID_HOME": str(tmp_path),
        "ANDROID_SERIAL": task.serial,
        "HOME": str(tmp_path),
        "MOBILEMCP_DISABLE_TELEMETRY": "1",
        "MOBILEMCP_LEGACY_ROBOT": "1",
        "PATH": f"{tools}:{os.environ['PATH']}",
    }

    def run_program(command, query):
        words = [*map(str, command), task.serial, query]
        done = subprocess.run(
            words, capture_output=True, text=True, env=environment, timeout=120, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    yield run_program
    daemon = tmp_path / ".mobilecli" / "daemon.pid"  # mobile-mcp leaves one behind
    if daemon.exists():
        os.kill(json.loads(daemon.read_text("utf-8"))["pid"], signal.SIGTERM)


@pytest.mark.parametrize(("query", "solved"), [(QUERY, True), (OTHER_QUERY, False)])
@pytest.mark.parametrize("name", ["androidviewclient", "mobilerun", "mobile-mcp"])
def test_a_task(task, run, name, query, solved):
    command = node_program(name, "@mobilenext/mobile-mcp") if name == "mobile-mcp" else python_program(name)
    run(command, query)
    assert task.judge() == (float(solved), solved)
