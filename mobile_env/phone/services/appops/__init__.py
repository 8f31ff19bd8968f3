"""App operations: what a package may do beyond its permissions, as `appops` sets it."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.appops.service import AppOps, AppOpsService
from mobile_env.phone.services.package import PackageService

SERVICE = Entry(
    "appops",
    "com.android.internal.app.IAppOpsService",
    service=AppOpsService,
    parts=(AppOps,),
    needs=(PackageService,),
    cmd="shell:appops",
    tools={"appops": "shell:appops"},
)

__all__ = ["SERVICE", "AppOps", "AppOpsService"]
