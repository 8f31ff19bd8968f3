"""`cmd location` and `dumpsys location`."""

from __future__ import annotations

from mobile_env.phone.services.location.service import Fix, LocationService
from mobile_env.phone.shell.call import Call, java_error

_HELP = """Location service commands:
  help or -h
    Print this help text.
  is-location-enabled [--user <USER_ID>]
    Gets the master location switch enabled state.
  set-location-enabled true|false [--user <USER_ID>]
    Sets the master location switch enabled state.
  providers
    add-test-provider <PROVIDER> [...]
    remove-test-provider <PROVIDER>
    set-test-provider-enabled <PROVIDER> <ENABLED>
    set-test-provider-location <PROVIDER> --location <LATITUDE>,<LONGITUDE> [--accuracy <ACCURACY>]"""


def location(call: Call) -> int:
    """Switches location, and puts the phone somewhere."""
    verb, *words = call.args or ["help"]
    service = call.service(LocationService)
    if verb in ("help", "-h"):
        call.print(_HELP)
    elif verb == "is-location-enabled":
        call.print(str(service.enabled).lower())
    elif verb == "set-location-enabled" and words[:1] and words[0] in ("true", "false"):
        service.set_enabled(words[0] == "true")
    elif verb == "providers" and words[:1] == ["set-test-provider-location"]:
        return _set(call, words[1:])
    elif (
        verb == "providers"
        and words[:1]
        and words[0]
        in (
            "add-test-provider",
            "remove-test-provider",
            "set-test-provider-enabled",
        )
    ):
        return 0  # the one receiver serves all providers
    else:
        call.complain(f"Unknown command: {' '.join(call.args)}")
        return 255
    return 0


def _set(call: Call, words: list[str]) -> int:
    options = dict(zip(words[1::2], words[2::2], strict=False))
    try:
        latitude, longitude = map(float, options["--location"].split(","))
        fix = Fix(latitude, longitude, accuracy=float(options.get("--accuracy", "100")))
        call.service(LocationService).move(fix)
    except KeyError:
        raise java_error("providers", "IllegalArgumentException", 'Option "--location" is required') from None
    except ValueError as error:
        raise java_error("providers", "IllegalArgumentException", str(error)) from None
    return 0


def dump_location(call: Call, args: list[str]) -> int:
    """Writes whether location is on, and the last fix."""
    service = call.service(LocationService)
    last = service.last
    shown = "null"
    if last is not None:
        age_ms = (call.kernel.clock.now_us - last.time_us) // 1000
        shown = (
            f"Location[gps {last.latitude:.6f},{last.longitude:.6f} hAcc={last.accuracy:g} age={age_ms}ms "
            f"alt={last.altitude:g} vel={last.speed:g} {{Bundle[{{satellites={last.satellites}}}]}}]"
        )
    on = str(service.enabled).lower()
    call.print("Location Manager State:\n  User Info:\n    running users: u[0]")
    call.print(f"  Location Settings:\n    Location Setting: {on}")
    call.print(f"  Location Providers:\n    gps provider:\n      last location={shown}\n      enabled={on}")
    return 0
