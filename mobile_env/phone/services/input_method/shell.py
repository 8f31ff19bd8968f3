"""`ime` and `dumpsys input_method`."""

from __future__ import annotations

from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SHELL, SettingsService
from mobile_env.phone.shell.call import Call


def ime(call: Call) -> int:
    """Input methods, as the settings know them."""
    settings = call.service(SettingsService)
    enabled = (settings.get("secure", "enabled_input_methods") or "").split(":")
    verb, *args = call.args or ["help"]
    names = [word for word in args if not word.startswith("-")]
    if verb == "list":
        for name in enabled:
            if "-s" in args:
                call.print(name)
            else:
                package, _, cls = name.partition("/")
                call.print(f"{name}:\n  mId={name} mSettingsActivityName=null mIsVrOnly=false")
                call.print(f"  mIsDefaultResId=0x0\n  Service: {package}{cls}")
        return 0
    if verb in ("enable", "disable", "set") and names:
        name = names[0]
        if verb != "enable" and name not in enabled:
            call.complain(
                f"Unknown input method {name} cannot be {'selected' if verb == 'set' else 'disabled'} for user #0"
            )
            return 255
        if verb == "enable" and call.service(PackageService).get(name.partition("/")[0]) is None:
            call.complain(f"Unknown input method {name} cannot be enabled for user #0")
            return 255
        if verb == "set":
            settings.put("secure", "default_input_method", name, package=SHELL)
            call.print(f"Input method {name} selected for user #0")
            return 0
        left = [*enabled, name] if verb == "enable" and name not in enabled else enabled
        left = [item for item in left if verb == "enable" or item != name]
        settings.put("secure", "enabled_input_methods", ":".join(left), package=SHELL)
        call.print(f"Input method {name}: now {verb}d for user #0")
        return 0
    if verb == "reset":
        call.print(
            f"Reset current and enabled IMEs for user #0\nNewly selected IME for user #0: {enabled[0]}"
        )
        return 0
    call.complain("ime list [-a] [-s]\nime enable ID\nime disable ID\nime set ID\nime reset")
    return 0 if verb == "help" else 255


def dump_input_method(call: Call, args: list[str]) -> int:
    """Writes whether the keyboard shows, and which it is."""
    shown = str(call.kernel.state.keyboard.shown).lower()
    current = call.service(SettingsService).get("secure", "default_input_method") or ""
    call.print("Current Input Method Manager state:")
    call.print(f"  mCurMethodId={current}")
    call.print(
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}"
    )
    call.print("  mSystemReady=true mInteractive=true")
    return 0
