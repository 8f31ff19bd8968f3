"""Packages: what is installed, with which permissions, which component answers an intent, whom an app trusts."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.package.service import InstallError, PackageService

SERVICE = Entry(
    "package",
    "android.content.pm.IPackageManager",
    service=PackageService,
    cmd="shell:pm",
    dump="dump:dump_package",
    tools={"pm": "shell:pm", "run-as": "shell:run_as"},
)

__all__ = ["SERVICE", "InstallError", "PackageService"]
