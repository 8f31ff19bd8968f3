"""Roles: the phone's SMS app, dialer, browser, home."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.role.service import Roles, RoleService
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "role",
    "android.app.role.IRoleManager",
    service=RoleService,
    parts=(Roles,),
    needs=(PackageService, SettingsService),
    cmd="shell:role",
    dump="shell:dump_role",
)

__all__ = ["SERVICE", "RoleService", "Roles"]
