"""The system plan: adds the authority to the device's system store. Works for all apps that do not pin
certificates.

AOSP stores the system's authorities as `<hash>.N` in /system/etc/security/cacerts. Since Android 14 they are in the
Conscrypt module, in /apex/com.android.conscrypt/cacerts, which only an overlay can change.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from mobile_env.trust.authority import Authority
from mobile_env.trust.plan import AdbStep, Device, FileStep, Need, Plan, Step, run_adb

STORE: Final = "/system/etc/security/cacerts"
MODULE_STORE: Final = "/apex/com.android.conscrypt/cacerts"
MODULE_SDK: Final = 34
_WORK: Final = "/data/local/tmp/mobile-env-cacerts"
_ROOT: Final = "use an emulator image without Google Play, or a userdebug build of the device"
_WRITABLE: Final = (
    "start the emulator with -writable-system, or run `adb disable-verity` and `adb reboot` first; or use "
    "--overlay, which lasts until the next reboot"
)


def system_plan(device: Device, authority: Authority, work: Path, *, overlay: bool = False) -> Plan:
    """Makes the plan. Reads the device but does not change it.

    Args:
      device: the device.
      authority: the authority that the device shall trust.
      work: a directory for files to push.
      overlay: mount a copy of the store over it, in memory, instead of writing to the system partition. Since
        Android 14, this is always done.

    Raises:
      TrustError: the device does not answer.
    """
    sdk = run_adb(device, ("shell", "getprop", "ro.build.version.sdk")).strip()
    in_module = sdk.isdigit() and int(sdk) >= MODULE_SDK
    overlay = overlay or in_module
    store = MODULE_STORE if in_module else STORE
    name, known = _place(device, store, authority)
    summary = (
        "the device's own store gets the authority, so that all apps trust it that do not pin certificates"
    )
    # Only a user who may become root can do this; the answer of `adb root` shows whether that is so.
    needs: tuple[Need, ...] = (Need("root (adb root)", None, _ROOT),)
    if known:
        return Plan("system", summary, needs, (), f"{store}/{name} is the authority already.")
    steps: list[Step] = [
        AdbStep("become root", ("root",), mend=_ROOT),
        AdbStep("wait until the device is back", ("wait-for-device",)),
        AdbStep("see that it worked", ("shell", "id"), expects="uid=0(", mend=_ROOT),
    ]
    local = work / name
    steps.append(
        FileStep(
            "name the certificate as Android does",
            f"write {authority.subject} to {local}",
            lambda: _write(local, authority.pem),
        )
    )
    if overlay:
        steps += _overlay_steps(store, local, in_module=in_module)
        lasts = "It lasts until the next reboot."
    else:
        needs += (Need("a system partition that can be written", None, _WRITABLE),)
        steps += [
            AdbStep("make the system's partition writable", ("remount",), "succeeded", _WRITABLE),
            AdbStep("push the certificate", ("push", str(local), f"{store}/{name}"), mend=_WRITABLE),
        ]
        lasts = "It stays, also after a reboot."
    place = shlex.quote(f"{store}/{name}")
    steps += [
        AdbStep("give it to root", ("shell", f"chown root:root {place}")),
        AdbStep("let everybody read it", ("shell", f"chmod 644 {place}")),
        AdbStep("check the permissions", ("shell", f"ls -l {place}"), expects="-rw-r--r-- 1 root root"),
        AdbStep("check the contents", ("shell", f"sha256sum {place}"), expects=authority.digest),
    ]
    return Plan(
        "system",
        summary,
        needs,
        tuple(steps),
        f"{lasts} Apps that run already see it when they are restarted.",
    )


def _place(device: Device, store: str, authority: Authority) -> tuple[str, bool]:
    """Returns the authority's file name in the store, and whether it is already there. Another certificate
    may have the same hash."""
    stem = authority.android_name.partition(".")[0]
    listed = run_adb(device, ("shell", f"ls {shlex.quote(store)}"))
    taken = {word for word in listed.split() if word.startswith(f"{stem}.")}
    for name in sorted(taken):
        printed = run_adb(device, ("shell", f"sha256sum {shlex.quote(f'{store}/{name}')}"))
        if authority.digest in printed:
            return name, True
    number = next(number for number in range(len(taken) + 1) if f"{stem}.{number}" not in taken)
    return f"{stem}.{number}", False


def _overlay_steps(store: str, local: Path, *, in_module: bool) -> list[Step]:
    mount = (
        f"mount -t tmpfs tmpfs {STORE} && cp {_WORK}/* {STORE}/ && chown root:root {STORE}/* && "
        f"chmod 644 {STORE}/* && chcon u:object_r:system_file:s0 {STORE}/*"
    )
    steps: list[Step] = [
        AdbStep("copy the store", ("shell", f"rm -rf {_WORK} && mkdir -p {_WORK} && cp {store}/* {_WORK}/")),
        AdbStep("push the certificate", ("push", str(local), f"{_WORK}/{local.name}")),
        AdbStep("lay the copy over the store, in memory", ("shell", mount)),
    ]
    if in_module:
        # Each process has its own view of the modules: mount the copy for all running processes and for those
        # that start apps.
        bind = f"nsenter --mount=/proc/$pid/ns/mnt -- mount --bind {STORE} {MODULE_STORE}"
        steps += [
            AdbStep(
                "show it to all that starts from now on",
                ("shell", f"for pid in 1 $(pidof zygote zygote64); do {bind}; done"),
            ),
            AdbStep(
                "show it to the apps that run",
                (
                    "shell",
                    f"for z in $(pidof zygote zygote64); do for pid in $(ps -o PID= -P $z); do {bind}; done; done",
                ),
            ),
        ]
    return steps


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
