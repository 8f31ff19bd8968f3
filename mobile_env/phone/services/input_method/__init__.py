"""Input methods: the keyboard, and the field that is typed into."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.input_method.service import InputMethodService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "input_method",
    "com.android.internal.view.IInputMethodManager",
    service=InputMethodService,
    needs=(ActivityService, ClipboardService, DisplayService, PackageService, SettingsService),
    dump="shell:dump_input_method",
    tools={"ime": "shell:ime"},
)

__all__ = ["SERVICE", "InputMethodService"]
