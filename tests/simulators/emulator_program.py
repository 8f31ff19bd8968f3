"""Stands in for the Android Emulator's program: AndroidEnv's command line, with an embedded phone behind it.

The AVD's config.ini says what it does: `behaviour=boots` (the default), `dies`, `hangs` (no gRPC port), `never_boots`
(getStatus says so) or `stubborn` (shuts down for nobody).
"""

import argparse
import os
import signal
import sys
import threading
import time
from pathlib import Path

from mobile_env.phone import Display, Phone
from mobile_env.phone.wire.control import controller as emulator_controller
from mobile_env.phone.wire.server import PhoneServer


def _arguments():
    parser = argparse.ArgumentParser(prog="emulator", allow_abbrev=False)
    for name in ("-no-audio", "-show-kernel", "-verbose", "-no-skin", "-no-window", "-no-snapshot"):
        parser.add_argument(name, action="store_true")
    for name in (
        *("-avd", "-ports", "-gpu", "-adb-path"),
        *("-grpc", "-snapshot", "-feature", "-network-user-mode-options", "-wifi-user-mode-options"),
    ):
        parser.add_argument(name, required=name in ("-avd", "-ports", "-gpu", "-adb-path"))
    return parser.parse_args()


def main():
    arguments = _arguments()
    home = Path(os.environ["ANDROID_AVD_HOME"])
    folder = home / f"{arguments.avd}.avd"
    settings = dict(line.split("=") for line in (folder / "config.ini").read_text().split())
    behaviour = settings.get("behaviour", "boots")
    with open(home / "launches", "a") as file:
        variables = {name: os.environ[name] for name in ("ANDROID_SDK_ROOT", "ANDROID_EMULATOR_KVM_DEVICE")}
        file.write(repr({"pid": os.getpid(), "arguments": sys.argv[1:], **variables}) + "\n")
    print(f"INFO    | AVD {arguments.avd} on ports {arguments.ports}", flush=True)
    off = threading.Event()
    if behaviour == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, lambda *_: off.set())
    if behaviour == "dies":
        for number in range(40):
            print(f"INFO    | line {number}")
        sys.stdout.flush()
        sys.stderr.buffer.write(b"ERROR   | Running multiple emulators with the same AVD \xff\n")
        sys.exit(1)
    if behaviour == "hangs":
        off.wait()
        return
    controller = emulator_controller.EmulatorController
    set_vm_state = controller.setVmState

    def tell_vm_state(self, request, context):
        print(f"INFO    | asked for run state {request.state}", flush=True)
        return set_vm_state(self, request, context)

    controller.setVmState = tell_vm_state
    if behaviour == "never_boots":
        answer = controller.getStatus

        def get_status(self, request, context):
            status = answer(self, request, context)
            status.booted = False
            return status

        controller.getStatus = get_status
    console, adb = map(int, arguments.ports.split(","))
    assert adb == console + 1
    width, height, dpi = map(int, (settings[f"hw.lcd.{name}"] for name in ("width", "height", "density")))
    with PhoneServer(
        lambda: Phone(Display(width, height, dpi)),
        console_port=console,
        grpc_port=int(arguments.grpc),
        adb_servers=[int(os.environ["ANDROID_ADB_SERVER_PORT"])],
        avd_name=arguments.avd,
        console_token_file=home / ".emulator_console_auth_token",
    ) as server:
        while not (off.is_set() or server.wait(0.05)):
            pass
        while behaviour == "stubborn":
            time.sleep(1)
    print("INFO    | the emulator is off", flush=True)


if __name__ == "__main__":
    main()
