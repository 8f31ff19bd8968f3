"""The repackage plan: adds a network security config that trusts the authority to an app's APK. Needs no root.

The app must not check its own signature. See *Network security configuration* in Android's documentation.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

from mobile_env.trust.authority import Authority
from mobile_env.trust.plan import (
    AdbStep,
    Device,
    FileStep,
    HostStep,
    Need,
    Plan,
    Step,
    TrustError,
    program,
)

CONFIG: Final = """\
<?xml version="1.0" encoding="utf-8"?>
<network-security-config>
    <base-config cleartextTrafficPermitted="true">
        <trust-anchors>
            <certificates src="system"/>
            <certificates src="user" overridePins="true"/>
            <certificates src="@raw/mobile_env_replay" overridePins="true"/>
        </trust-anchors>
    </base-config>
</network-security-config>
"""
_TOOLS: Final = "part of the Android SDK's build-tools"
_PASSWORD: Final = "android"
_APPLICATION: Final = re.compile(r"<application\b[^>]*?(?=/?>)")
_ATTRIBUTE: Final = re.compile(r"\s+android:networkSecurityConfig=\"[^\"]*\"")


def repackage_plan(device: Device, authority: Authority, work: Path, *, package: str) -> Plan:
    """Makes the plan. Reads the device but does not change it.

    Args:
      device: the device.
      authority: the authority that the app shall trust.
      work: a directory for APKs.
      package: the app.
    """
    answer = device.adb(["shell", f"pm path {shlex.quote(package)}"])
    paths = [
        line.removeprefix("package:").strip()
        for line in answer.output.decode("utf-8", "replace").splitlines()
        if line.startswith("package:")
    ]
    needs = (
        Need(f"the package {package} on the device", bool(paths), "install the app first"),
        program("apktool", "install Apktool, which needs Java"),
        program("keytool", "part of a Java runtime"),
        program("zipalign", _TOOLS),
        program("apksigner", _TOOLS),
    )
    base = work / "base.apk"
    source, built, key = work / "source", work / "built.apk", work / "key.jks"
    locals_ = [base, *(work / Path(path).name for path in paths[1:])]
    steps: list[Step] = [
        FileStep("make a folder", f"mkdir {work}", lambda: work.mkdir(parents=True, exist_ok=True))
    ]
    steps += [
        AdbStep("fetch the app", ("pull", path, str(local)))
        for path, local in zip(paths or ["PATH"], locals_, strict=True)
    ]
    steps += [
        HostStep("take it apart", ("apktool", "decode", "--force", "--output", str(source), str(base))),
        FileStep(
            "let it trust the authority, in spite of pins",
            f"write res/xml/network_security_config.xml, res/raw/mobile_env_replay.pem and an attribute of "
            f"AndroidManifest.xml in {source}",
            lambda: add_config(source, authority),
        ),
        HostStep("put it together", ("apktool", "build", "--output", str(built), str(source))),
        HostStep("align it", ("zipalign", "-f", "-p", "4", str(built), str(base))),
    ]
    if not key.exists():
        steps.append(
            HostStep(
                "make a key to sign it with",
                (
                    *("keytool", "-genkeypair", "-keystore", str(key), "-alias", "replay"),
                    *("-storepass", _PASSWORD, "-keypass", _PASSWORD, "-dname", "CN=Mobile-Env replay"),
                    *("-keyalg", "RSA", "-keysize", "2048", "-validity", "10000"),
                ),
            )
        )
    steps += [
        HostStep(
            "sign it", ("apksigner", "sign", "--ks", str(key), "--ks-pass", f"pass:{_PASSWORD}", str(local))
        )
        for local in locals_
    ]
    verb = "install" if len(locals_) == 1 else "install-multiple"
    steps += [
        AdbStep("remove the app, which has another signature; its data are lost", ("uninstall", package)),
        AdbStep("install what was signed", (verb, "-r", *map(str, locals_)), expects="Success"),
        AdbStep("check that it is there", ("shell", f"pm path {shlex.quote(package)}"), expects="package:"),
    ]
    return Plan(
        "repackage",
        "an app is taken apart and put together with a network security config that trusts the authority",
        needs,
        tuple(steps),
        "Apps that check their own signature, or pin in code of their own, need the plan verifier.",
    )


def add_config(source: Path, authority: Authority) -> None:
    """Adds the config and the authority to an app that apktool has unpacked.

    Raises:
      TrustError: there is no manifest with an application.
      OSError: a file cannot be read or written.
    """
    manifest = source / "AndroidManifest.xml"
    text = with_config(manifest.read_text(encoding="utf-8"))
    for name, data in (
        ("res/xml/network_security_config.xml", CONFIG.encode()),
        ("res/raw/mobile_env_replay.pem", authority.pem),
    ):
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    manifest.write_text(text, encoding="utf-8")


def with_config(manifest: str) -> str:
    """Makes the application of a manifest use this plan's network security config instead of its own.

    Raises:
      TrustError: the manifest has no application.
    """
    found = _APPLICATION.search(manifest)
    if found is None:
        raise TrustError("AndroidManifest.xml has no <application>")
    element = _ATTRIBUTE.sub("", found[0]).rstrip()
    element += ' android:networkSecurityConfig="@xml/network_security_config"'
    return manifest[: found.start()] + element + manifest[found.end() :]
