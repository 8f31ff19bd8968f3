"""Accessibility services: which of those that apps declare are switched on."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.accessibility.service import SERVICES_SETTING, AccessibilityService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "accessibility",
    "android.view.accessibility.IAccessibilityManager",
    service=AccessibilityService,
    needs=(DisplayService, PackageService, SettingsService),
    tools={"uiautomator": "shell:uiautomator"},
)

__all__ = ["SERVICE", "SERVICES_SETTING", "AccessibilityService"]
