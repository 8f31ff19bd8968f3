"""Text messages and calls."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.content import ContentService
from mobile_env.phone.services.role import RoleService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.telephony.records import Modem, PhoneCall
from mobile_env.phone.services.telephony.service import TelephonyService

SERVICE = Entry(
    "phone",
    "com.android.internal.telephony.ITelephony",
    service=TelephonyService,
    parts=(Modem,),
    needs=(ActivityService, ContentService, RoleService, SettingsService),
    also=(
        Entry(
            "telephony.registry",
            "com.android.internal.telephony.ITelephonyRegistry",
            dump="shell:dump_registry",
        ),
        Entry("isms", "com.android.internal.telephony.ISms", calls={5: "shell:call_send_text"}),
        Entry("telecom", "com.android.internal.telecom.ITelecomService", dump="shell:dump_telecom"),
    ),
)

__all__ = ["SERVICE", "Modem", "PhoneCall", "TelephonyService"]
