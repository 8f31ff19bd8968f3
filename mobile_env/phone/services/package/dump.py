"""`dumpsys package`: installed packages with their versions, times, signatures and permissions."""

from __future__ import annotations

from mobile_env.phone.kernel.permissions import is_runtime
from mobile_env.phone.services.package.service import PackageService
from mobile_env.phone.shell.call import Call
from mobile_env.phone.shell.identity import identity
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.intents import short_component


def dump_package(call: Call, args: list[str]) -> int:
    """Writes `dumpsys package`, of one package or of all."""
    names = [word for word in args if not word.startswith("-")]
    packages = (
        [call.service(PackageService).get(names[0])] if names else list(call.service(PackageService).list())
    )
    if names and packages == [None]:
        call.print(f"Unable to find package: {names[0]}")
        return 0
    call.print("Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:")
    for package in packages:
        assert package is not None
        intent = call.service(PackageService).launch_intent(package.name)
        if intent is not None and intent.component:
            short = short_component(intent.component)
            call.print(
                f"        {identity('filter', package.name)} {short} filter {identity('f', package.name)}"
            )
    call.print("\nPackages:")
    for package in packages:
        assert package is not None
        call.print(f"  Package [{package.name}] ({identity('package', package.name)}):")
        call.print(f"    userId={package.uid}")
        call.print(f"    pkg=Package{{{identity('pkg', package.name)} {package.name}}}")
        call.print(f"    codePath={package.apk_path.rpartition('/')[0]}")
        call.print(f"    versionCode={package.version_code} minSdk=24 targetSdk=33")
        call.print(f"    versionName={package.version_name}")
        flags = (
            "SYSTEM HAS_CODE ALLOW_BACKUP"
            if package.system
            else "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP"
        )
        call.print(f"    flags=[ {flags} ]")
        call.print(f"    dataDir=/data/user/0/{package.name}")
        installed = Clock(package.first_install_us).datetime().strftime("%Y-%m-%d %H:%M:%S")
        call.print(
            f"    timeStamp={installed}\n    firstInstallTime={installed}\n    lastUpdateTime={installed}"
        )
        signature = identity("signature", package.name)
        call.print(
            f"    signatures=PackageSignatures{{{identity('signatures', package.name)} version:2, "
            f"signatures:[{signature}], past signatures:[]}}"
        )
        call.print(f"    installPermissionsFixed=true\n    pkgFlags=[ {flags} ]")
        call.print("    requested permissions:")
        for permission in package.permissions:
            call.print(f"      {permission}")
        call.print("    install permissions:")
        for permission in package.permissions:
            if not is_runtime(permission):
                call.print(f"      {permission}: granted=true")
        enabled = 0 if package.enabled else 3
        call.print(
            f"    User 0: ceDataInode=0 installed=true hidden=false suspended=false stopped=false "
            f"notLaunched=false enabled={enabled} instant=false virtual=false"
        )
        call.print("      runtime permissions:")
        for permission in filter(is_runtime, package.permissions):
            granted = str(permission in package.granted).lower()
            call.print(f"        {permission}: granted={granted}, flags=[ USER_SENSITIVE_WHEN_GRANTED]")
    return 0
