"""Where the phone is."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.location.service import Fix, LocationService, Position
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "location",
    "android.location.ILocationManager",
    service=LocationService,
    parts=(Position,),
    needs=(SettingsService,),
    cmd="shell:location",
    dump="shell:dump_location",
)

__all__ = ["SERVICE", "Fix", "LocationService", "Position"]
