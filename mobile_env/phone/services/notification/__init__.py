"""Notifications and do-not-disturb."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.notification.records import (
    IMPORTANCES,
    Action,
    Channel,
    Notification,
    NotificationRecord,
    Notifications,
)
from mobile_env.phone.services.notification.service import NotificationService
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "notification",
    "android.app.INotificationManager",
    service=NotificationService,
    parts=(Notifications,),
    needs=(ActivityService, SettingsService),
    cmd="shell:notification",
    dump="dump:dump_notification",
    lists={"notifications": NotificationService.rows},
)

__all__ = [
    "IMPORTANCES",
    "SERVICE",
    "Action",
    "Channel",
    "Notification",
    "NotificationRecord",
    "NotificationService",
    "Notifications",
]
