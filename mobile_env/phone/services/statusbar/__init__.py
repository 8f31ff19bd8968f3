"""The status bar's panels: the notification shade, quick settings, and notifications that pop up."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.statusbar.records import Panel, Panels
from mobile_env.phone.services.statusbar.service import StatusBarService

SERVICE = Entry(
    "statusbar",
    "com.android.internal.statusbar.IStatusBarService",
    service=StatusBarService,
    parts=(Panels,),
    needs=(ActivityService, NotificationService, SettingsService),
    cmd="shell:statusbar",
)

__all__ = ["SERVICE", "Panel", "Panels", "StatusBarService"]
