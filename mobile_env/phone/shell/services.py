"""The system services that the phone has, by name, with the binder interface of each."""

from __future__ import annotations

from mobile_env.phone.kernel.kernel import Kernel

_UNREGISTERED: dict[str, str] = {
    "SurfaceFlinger": "android.ui.ISurfaceComposer",
    "accessibility": "android.view.accessibility.IAccessibilityManager",
    "activity": "android.app.IActivityManager",
    "activity_task": "android.app.IActivityTaskManager",
    "alarm": "android.app.IAlarmManager",
    "appops": "com.android.internal.app.IAppOpsService",
    "audio": "android.media.IAudioService",
    "connectivity": "android.net.IConnectivityManager",
    "display": "android.hardware.display.IDisplayManager",
    "input": "android.hardware.input.IInputManager",
    "input_method": "com.android.internal.view.IInputMethodManager",
    "notification": "android.app.INotificationManager",
    "package": "android.content.pm.IPackageManager",
    "power": "android.os.IPowerManager",
    "settings": "android.provider.ISettings",
    "statusbar": "com.android.internal.statusbar.IStatusBarService",
    "uimode": "android.app.IUiModeManager",
    "user": "android.os.IUserManager",
    "wifi": "android.net.wifi.IWifiManager",
    "window": "android.view.IWindowManager",
}


def interfaces(kernel: Kernel) -> dict[str, str]:
    """Names and binder interfaces of all services, sorted by name."""
    registered = {name: entry.interface for name, entry in kernel.entries.items()}
    return dict(sorted({**_UNREGISTERED, **registered}.items()))
