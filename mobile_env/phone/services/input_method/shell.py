"""`ime` and `dumpsys input_method`."""

from __future__ import annotations

from mobile_env.phone.services.input_method.service import InputMethodService
from mobile_env.phone.shell.call import Call


def ime(call: Call) -> int:
    """Runs a verb of `ime`."""
    methods = call.service(InputMethodService)
    verb, *args = call.args or ["help"]
    if "--user" in args:
        at = args.index("--user")
        args = args[:at] + args[at + 2 :]
    names = [word for word in args if not word.startswith("-")]
    if verb == "list":
        for name in methods.installed if "-a" in args else methods.enabled:
            _print_method(call, name, brief="-s" in args)
        return 0
    if verb in _VERBS and names:
        return _VERBS[verb](call, methods, names[0])
    if verb == "reset":
        first = "".join(methods.enabled[:1])
        for name in methods.enabled[1:]:
            methods.disable(name)
        methods.choose(first)
        call.print(f"Reset current and enabled IMEs for user #0\nNewly selected IME for user #0: {first}")
        return 0
    call.complain("ime list [-a] [-s]\nime enable ID\nime disable ID\nime set ID\nime reset")
    return 0 if verb == "help" else 255


def _print_method(call: Call, name: str, *, brief: bool) -> None:
    if brief:
        call.print(name)
        return
    package, _, cls = name.partition("/")
    call.print(f"{name}:\n  mId={name} mSettingsActivityName=null mIsVrOnly=false")
    call.print(f"  mIsDefaultResId=0x0\n  Service: {package}{cls}")


def _enable(call: Call, methods: InputMethodService, name: str) -> int:
    if name not in methods.installed:
        return _unknown(call, name, "enabled")
    how = "already" if name in methods.enabled else "now"
    methods.enable(name)
    call.print(f"Input method {name}: {how} enabled for user #0")
    return 0


def _disable(call: Call, methods: InputMethodService, name: str) -> int:
    if name not in methods.installed:
        return _unknown(call, name, "disabled")
    how = "now" if name in methods.enabled else "already"
    methods.disable(name)
    call.print(f"Input method {name}: {how} disabled for user #0")
    return 0


def _set(call: Call, methods: InputMethodService, name: str) -> int:
    if name not in methods.enabled:
        return _unknown(call, name, "selected")
    methods.choose(name)
    call.print(f"Input method {name} selected for user #0")
    return 0


def _unknown(call: Call, name: str, done: str) -> int:
    call.complain(f"Unknown input method {name} cannot be {done} for user #0")
    return 255


_VERBS = {"disable": _disable, "enable": _enable, "set": _set}


def dump_input_method(call: Call, args: list[str]) -> int:
    """Writes whether the keyboard shows, and which it is."""
    shown = str(call.kernel.state.keyboard.shown).lower()
    current = call.service(InputMethodService).current
    call.print("Current Input Method Manager state:")
    call.print(f"  mCurMethodId={current}")
    call.print(
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}"
    )
    call.print("  mSystemReady=true mInteractive=true")
    return 0
