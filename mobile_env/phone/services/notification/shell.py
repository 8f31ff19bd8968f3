"""`cmd notification`: posts, lists and snoozes notifications, sets do-not-disturb."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.services.notification.dump import record_lines, shown
from mobile_env.phone.services.notification.records import Channel, Notification
from mobile_env.phone.services.notification.service import NotificationService
from mobile_env.phone.services.notification.zen import Zen
from mobile_env.phone.services.settings import SHELL, SettingsService
from mobile_env.phone.shell.call import Call, CommandError
from mobile_env.phone.shell.intent_options import parse_intent

NOTIFICATION_ID: Final = 2020
"""The id under which the shell posts (NotificationShellCmd)."""
_CHANNEL: Final = Channel("shellcmd", "Shell command")
_ZEN: Final = {
    "on": Zen.NONE,
    "none": Zen.NONE,
    "priority": Zen.PRIORITY,
    "alarms": Zen.ALARMS,
    "all": Zen.OFF,
    "off": Zen.OFF,
}
_USAGE: Final = """usage: cmd notification SUBCMD [args]

SUBCMDs:
  allow_listener COMPONENT [user_id (current user if not specified)]
  disallow_listener COMPONENT [user_id (current user if not specified)]
  set_dnd [on|none (same as on)|priority|alarms|all|off (same as all)]
  allow_dnd PACKAGE [user_id (current user if not specified)]
  disallow_dnd PACKAGE [user_id (current user if not specified)]
  post [--help | flags] TAG TEXT
  list
  get <notification-key>
  snooze --for <msec> <notification-key>
  unsnooze <notification-key>"""
_POST_USAGE: Final = """usage: cmd notification post [flags] <tag> <text>

flags:
  -h|--help
  -v|--verbose
  -t|--title <text>
  -i|--icon <iconspec>
  -I|--large-icon <iconspec>
  -S|--style <style> [styleargs]
  -c|--content-intent <intentspec>

styles: (default none)
  bigtext
  bigpicture --picture <iconspec>
  inbox --line <text> --line <text> ...
  messaging --conversation <title> --message <who>:<text> ...
  media

an <iconspec> is one of
  file:///data/local/tmp/<img.png>
  content://<provider>/<path>
  @[<package>:]drawable/<img>
  data:base64,<B64DATA==>

an <intentspec> is (broadcast|service|activity) <args>
  <args> are as described in `am start`"""
_STYLES: Final = ("bigtext", "bigpicture", "inbox", "messaging", "media")


def notification(call: Call) -> int:
    """Runs a verb; what goes wrong is said on stdout, and the exit code stays 0 for it, as on a phone."""
    verb, *words = call.args or [""]
    verb = verb.replace("-", "_")
    service = call.service(NotificationService)
    if verb in ("post", "notify"):
        return _post(call, words)
    if verb == "list":
        for each in service.records:
            call.print(each.key)
    elif verb == "set_dnd":
        word = _required(words)
        if word not in _ZEN:
            return _error(call, f"Unrecognized interruption filter: {word}")
        call.service(SettingsService).put("global", "zen_mode", str(int(_ZEN[word])), package=SHELL)
    elif verb == "get":
        record = service.get(_required(words))
        if record is None:
            return _error(call, f"error: no active notification matching key: {words[0]}")
        for line in record_lines(record, redact=False):
            call.print(line)
    elif verb == "snooze":
        return _snooze(call, words)
    elif verb in ("unsnooze", "un_snooze"):
        key = _required([word for word in words if word != "--mute"])
        if service.unsnooze(key):
            call.print(f"un-snoozing: {key}")
    elif verb in ("allow_dnd", "disallow_dnd", "allow_listener", "disallow_listener"):
        return _allow(call, verb, _required(words))
    else:
        call.print(_USAGE)
        return 0 if verb in ("help", "_h") else 255
    return 0


def _required(words: list[str]) -> str:
    if not words:
        raise CommandError("", 0)
    return words[0]


def _error(call: Call, text: str) -> int:
    call.print(text)
    return 255


def _allow(call: Call, verb: str, name: str) -> int:
    """Writes the setting in which Android keeps who may listen, or may change do-not-disturb."""
    settings = call.service(SettingsService)
    listener = verb.endswith("listener")
    if listener and "/" not in name:
        return _error(call, "Invalid listener - must be a ComponentName")
    key = "enabled_notification_listeners" if listener else "enabled_notification_policy_access_packages"
    names = [each for each in (settings.get("secure", key) or "").split(":") if each and each != name]
    if verb.startswith("allow"):
        names.append(name)
    settings.put("secure", key, ":".join(names), package=SHELL)
    return 0


def _snooze(call: Call, words: list[str]) -> int:
    service = call.service(NotificationService)
    if words[:1] and words[0].lstrip("-") in ("for", "criterion", "until") and len(words) > 2:
        kind, amount, key = words[0].lstrip("-"), words[1], words[2]
    else:
        return _error(call, "usage: cmd notification snooze --for <msec> <key>")
    if kind != "for" or not amount.isdecimal() or int(amount) == 0:
        return _error(call, f"error: invalid value for --{kind}: {amount}")
    call.print(f"snoozing <{key}> for {int(amount)} ms")
    service.snooze(key, min(int(amount), 10**15) * 1000)
    return 0


def _post(call: Call, words: list[str]) -> int:
    made = Notification(_CHANNEL.id, auto_cancel=False)
    style, changes, verbose = "", dict[str, Any](), False
    rest = words[::-1]

    def following() -> str:
        if not rest:
            raise CommandError("Error occurred. Check logcat for details. Argument expected\n", 0)
        return rest.pop()

    while rest and rest[-1].startswith("-"):
        word = rest.pop().lstrip("-")
        if word in ("h", "help"):
            call.print(_POST_USAGE)
            return 0
        if word in ("v", "verbose"):
            verbose = True
        elif word in ("t", "title"):
            changes["title"] = following()
        elif word in ("i", "icon"):
            changes["icon"] = following()
        elif word in ("I", "large-icon", "largeicon", "picture"):
            following()
        elif word in ("c", "content-intent", "intent"):
            changes["content"] = _intent(rest)
        elif word in ("S", "style"):
            style = following()
            if style not in _STYLES:
                return _error(call, f"error: unrecognized notification style: {style}")
        elif word == "line":
            changes["lines"] = (*changes.get("lines", ()), following())
        elif word == "message":
            who, _, said = following().rpartition(":")
            changes["messages"] = (*changes.get("messages", ()), (who, said))
        elif word == "conversation":
            changes["title"] = following()
        else:
            call.print(_POST_USAGE)
            return 0
    if len(rest) < 2:
        call.print(_POST_USAGE)
        return 255
    tag, text = rest.pop(), rest.pop()
    if style == "bigtext":
        changes["big_text"] = text
    service = call.service(NotificationService)
    service.create_channel(SHELL, _CHANNEL)
    record = service.post(SHELL, NOTIFICATION_ID, replace(made, text=text, **changes), tag)
    if record is not None:
        call.print(f"posting:\n  {shown(record)}")
        if verbose:
            call.print("posted: ")
            for line in record_lines(record, redact=False):
                call.print(f"  {line}")
    return 0


def _intent(rest: list[str]) -> PendingIntent:
    """Takes the words of an intent off the end of `rest`; they end before the first word that is no option's."""
    kind = rest.pop() if rest and rest[-1] in ("broadcast", "service", "activity") else "activity"
    taken: list[str] = []
    while rest and rest[-1].startswith("-"):
        words = 3 if rest[-1].startswith("-e") or rest[-1].startswith("--e") else 2  # an extra has a key too
        taken += [rest.pop() for _ in range(min(words, len(rest)))]
    return PendingIntent(SHELL, kind, parse_intent("post", taken))  # type: ignore[arg-type]
