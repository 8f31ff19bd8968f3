"""What listeners of telephony are told: the phone has a radio in service, and no call."""

from mobile_env.phone.kernel.service import Entry, Service


class TelephonyRegistryService(Service):
    """The state of calls: idle."""

    name = "telephony.registry"


SERVICE = Entry(
    "telephony.registry",
    "com.android.internal.telephony.ITelephonyRegistry",
    service=TelephonyRegistryService,
    dump="shell:dump_registry",
)
