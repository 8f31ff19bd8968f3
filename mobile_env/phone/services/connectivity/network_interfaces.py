"""`ifconfig` and `ip`: the network interfaces of the phone, with the addresses that an emulator has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mobile_env.phone.services.connectivity.service import ConnectivityService
from mobile_env.phone.shell.call import Call, CommandError


@dataclass(frozen=True)
class Interface:
    """A network interface.

    Attributes:
      name: its name.
      number: its number, which `ip` shows.
      mac: its hardware address; "" for the loopback.
      address: its IPv4 address; "" while it has none.
      prefix: bits of the address that name the network.
    """

    name: str
    number: int
    mac: str
    address: str
    prefix: int

    @property
    def mask(self) -> str:
        bits = 0xFFFFFFFF << (32 - self.prefix) & 0xFFFFFFFF
        return ".".join(str(bits >> shift & 0xFF) for shift in (24, 16, 8, 0))

    @property
    def broadcast(self) -> str:
        return ".".join(
            str(int(part) | 255 - int(mask))
            for part, mask in zip(self.address.split("."), self.mask.split("."), strict=True)
        )


def interfaces(networks: ConnectivityService) -> Sequence[Interface]:
    """The loopback, mobile data and Wi-Fi (Android Emulator networking: 10.0.2.0/24, the host is 10.0.2.2)."""
    return (
        Interface("lo", 1, "", "127.0.0.1", 8),
        Interface("eth0", 2, "02:15:b2:00:00:00", "10.0.2.15" if networks.mobile else "", 24),
        Interface("wlan0", 3, "02:15:b2:00:00:01", "10.0.2.16" if networks.wifi else "", 24),
    )


def _chosen(call: Call, name: str) -> Interface:
    found = next((each for each in interfaces(call.service(ConnectivityService)) if each.name == name), None)
    if found is None:
        complaint = (
            f'Device "{name}" does not exist.\n'
            if call.name == "ip"
            else f"{call.name}: {name}: No such device\n"
        )
        raise CommandError(complaint)
    return found


def ifconfig(call: Call) -> int:
    """Shows all interfaces, or the one that is named; changes none."""
    words = [word for word in call.args if not word.startswith("-")]
    if len(words) > 1:
        return call.fail("ioctl 8914: Operation not permitted")
    for each in [_chosen(call, words[0])] if words else interfaces(call.service(ConnectivityService)):
        kind = f"Ethernet  HWaddr {each.mac}" if each.mac else "Local Loopback"
        call.print(f"{each.name:<9} Link encap:{kind}")
        if each.address:
            broadcast = f"  Bcast:{each.broadcast} " if each.mac else ""
            call.print(f"          inet addr:{each.address}{broadcast} Mask:{each.mask}")
        flags = "BROADCAST RUNNING MULTICAST  MTU:1500" if each.mac else "LOOPBACK RUNNING  MTU:65536"
        call.print(f"          {'UP ' if each.address else ''}{flags}  Metric:1")
        call.print("          RX packets:0 errors:0 dropped:0 overruns:0 frame:0")
        call.print("          TX packets:0 errors:0 dropped:0 overruns:0 carrier:0")
        call.print("          collisions:0 txqueuelen:1000\n          RX bytes:0 TX bytes:0\n")
    return 0


def ip(call: Call) -> int:
    """`ip addr`, `ip link` and `ip route`, as far as they show."""
    words = [word for word in call.args if not word.startswith("-")]
    what = words[0] if words else ""
    rest = [word for word in words[1:] if word not in ("show", "list", "dev")]
    if what and "address".startswith(what):
        return _ip_addresses(call, rest, addresses=True)
    if what and "link".startswith(what):
        return _ip_addresses(call, rest, addresses=False)
    if what and "route".startswith(what):
        for each in interfaces(call.service(ConnectivityService)):
            if each.mac and each.address:
                call.print(f"10.0.2.0/24 dev {each.name} proto kernel scope link src {each.address}")
        return 0
    call.complain("Usage: ip [ OPTIONS ] OBJECT { COMMAND }\nwhere  OBJECT := { address | link | route }")
    return 255


def _ip_addresses(call: Call, names: list[str], *, addresses: bool) -> int:
    for each in [_chosen(call, names[0])] if names else interfaces(call.service(ConnectivityService)):
        up = "UP,LOWER_UP" if each.address else "NO-CARRIER"
        flags = f"BROADCAST,MULTICAST,{up}" if each.mac else f"LOOPBACK,{up}"
        state = "UNKNOWN" if not each.mac else "UP" if each.address else "DOWN"
        mtu = 1500 if each.mac else 65536
        call.print(f"{each.number}: {each.name}: <{flags}> mtu {mtu} state {state} group default qlen 1000")
        kind, mac, all_ones = (
            ("ether", each.mac, "ff:ff:ff:ff:ff:ff")
            if each.mac
            else ("loopback", "00:00:00:00:00:00", "00:00:00:00:00:00")
        )
        call.print(f"    link/{kind} {mac} brd {all_ones}")
        if addresses and each.address:
            broadcast = f" brd {each.broadcast}" if each.mac else ""
            scope = "global" if each.mac else "host"
            call.print(f"    inet {each.address}/{each.prefix}{broadcast} scope {scope} {each.name}")
            call.print("       valid_lft forever preferred_lft forever")
    return 0
