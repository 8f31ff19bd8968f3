"""The system services that the phone has, by name, with the binder interface of each."""

from __future__ import annotations

from mobile_env.phone.kernel.kernel import Kernel

_UNREGISTERED: dict[str, str] = {
    "SurfaceFlinger": "android.ui.ISurfaceComposer",
    "activity": "android.app.IActivityManager",
    "activity_task": "android.app.IActivityTaskManager",
    "alarm": "android.app.IAlarmManager",
    "appops": "com.android.internal.app.IAppOpsService",
    "audio": "android.media.IAudioService",
    "display": "android.hardware.display.IDisplayManager",
    "input": "android.hardware.input.IInputManager",
    "input_method": "com.android.internal.view.IInputMethodManager",
    "notification": "android.app.INotificationManager",
    "power": "android.os.IPowerManager",
    "statusbar": "com.android.internal.statusbar.IStatusBarService",
    "user": "android.os.IUserManager",
    "window": "android.view.IWindowManager",
}


def interfaces(kernel: Kernel) -> dict[str, str]:
    """Names and binder interfaces of all services, sorted by name."""
    registered = {name: entry.interface for name, entry in kernel.entries.items()}
    return dict(sorted({**_UNREGISTERED, **registered}.items()))
