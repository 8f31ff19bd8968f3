"""Networks: Wi-Fi, mobile data, airplane mode, and the interfaces they give."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.connectivity.service import ConnectivityService
from mobile_env.phone.services.connectivity.wifi import WifiNetworks
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.telephony import TelephonyService

SERVICE = Entry(
    "connectivity",
    "android.net.IConnectivityManager",
    service=ConnectivityService,
    parts=(WifiNetworks,),
    needs=(SettingsService, TelephonyService),
    cmd="shell:connectivity",
    dump="dump:dump_connectivity",
    tools={"ifconfig": "network_interfaces:ifconfig", "ip": "network_interfaces:ip"},
    also=(Entry("wifi", "android.net.wifi.IWifiManager", cmd="shell:wifi", dump="dump:dump_wifi"),),
)

__all__ = ["SERVICE", "ConnectivityService"]
