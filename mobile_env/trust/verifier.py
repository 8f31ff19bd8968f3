"""The verifier plan: Frida replaces one app's certificate checks while it runs. Works for apps that pin
certificates."""

from __future__ import annotations

import json
import shlex
from importlib import resources
from pathlib import Path
from typing import Final

from mobile_env.trust.authority import Authority
from mobile_env.trust.plan import AdbStep, Device, FileStep, HostStep, Need, Plan, program, run_adb

SERVER: Final = "/data/local/tmp/frida-server"
_TOOLS: Final = "pip install frida-tools"
_ROOT: Final = "use an emulator image without Google Play, or a userdebug build of the device"


def verifier_plan(
    device: Device, authority: Authority, work: Path, *, package: str, serial: str, frida_server: Path | None
) -> Plan:
    """Makes the plan. Reads the device but does not change it.

    Args:
      device: the device.
      authority: the authority that the app shall trust.
      work: a directory for the script.
      package: the app.
      serial: the device's adb serial number.
      frida_server: Frida's server, for the device's processor and in the version of the Frida tools on this
        machine.

    Raises:
      TrustError: the device does not answer.
    """
    processor = run_adb(device, ("shell", "getprop", "ro.product.cpu.abi")).strip()
    server_found = frida_server is not None and frida_server.is_file()
    fetch = (
        f"download frida-server for {processor} from the project's releases, in the version of `frida --version`, "
        "unpack it, and name it by --frida-server"
    )
    script = work / "verifier.js"
    needs = (
        Need("root (adb root)", None, _ROOT),
        program("frida", _TOOLS),
        Need(f"Frida's server for {processor}", server_found, fetch),
        Need(f"the package {package} on the device", _installed(device, package), "install the app first"),
    )
    steps = (
        AdbStep("become root", ("root",), mend=_ROOT),
        AdbStep("wait until the device is back", ("wait-for-device",)),
        AdbStep("see that it worked", ("shell", "id"), expects="uid=0(", mend=_ROOT),
        AdbStep("push Frida's server", ("push", str(frida_server or "FRIDA_SERVER"), SERVER)),
        AdbStep("make it a program", ("shell", f"chmod 755 {SERVER}")),
        AdbStep("start it", ("shell", f"{SERVER} --daemonize")),
        FileStep(
            "write the script with the authority in it",
            f"write {script}",
            lambda: _write_script(script, authority),
        ),
        HostStep(
            "start the app with the script in it",
            ("frida", "-D", serial, "-f", package, "-l", str(script), "-q", "--eternalize"),
        ),
    )
    return Plan(
        "verifier",
        "an app's own checks are replaced while it runs, so that it trusts the authority although it pins others",
        needs,
        steps,
        f"It lasts until {package} is stopped; start it anew by the last step. A task must not stop it.",
    )


def script_text(authority: Authority) -> str:
    """Returns the script that replaces an app's checks, with the authority inserted."""
    template = resources.files("mobile_env.trust").joinpath("verifier.js").read_text(encoding="utf-8")
    return template.replace("'@AUTHORITY@'", json.dumps(authority.pem.decode("ascii")))


def _write_script(path: Path, authority: Authority) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script_text(authority), encoding="utf-8")


def _installed(device: Device, package: str) -> bool:
    return device.adb(["shell", f"pm path {shlex.quote(package)}"]).exit_code == 0
