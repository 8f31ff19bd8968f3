"""`cmd audio`, `dumpsys audio` and the volume's half of `cmd media_session`."""

from __future__ import annotations

from mobile_env.phone.services.audio.service import AudioService, Ringer
from mobile_env.phone.services.audio.streams import STREAMS, Stream
from mobile_env.phone.shell.call import Call

_VOLUME_HELP = """usage: media volume [options]

options:
  --stream STREAM selects the stream to control, see AudioManager.STREAM_*
                  controls AudioManager.STREAM_MUSIC if no stream is specified
  --set INDEX     sets the volume index value
  --adj DIRECTION adjusts the volume, use raise|same|lower for the direction
  --get           outputs the current volume
  --show          shows the UI during the volume change"""
_STEPS = {"raise": 1, "same": 0, "lower": -1}


def audio(call: Call) -> int:
    """Sets and tells volumes by the numbers of streams."""
    verb, *words = call.args or ["help"]
    service = call.service(AudioService)
    if verb in ("get-stream-volume", "get-min-volume", "get-max-volume") and len(words) == 1:
        stream = _stream(words[0])
        if stream is not None:
            kind, value = {
                "get-stream-volume": ("", service.volume(stream)),
                "get-min-volume": ("Min", stream.least),
                "get-max-volume": ("Max", stream.most),
            }[verb]
            call.print(f"AudioManager.get{'Stream' + kind}Volume({stream.number}) -> {value}")
            return 0
    if verb in ("set-volume", "set-device-volume") and len(words) >= 2 and words[1].isdecimal():
        stream = _stream(words[0])
        if stream is not None:
            service.set_volume(stream, int(words[1][:6]), package="com.android.shell")
            return 0
    if verb == "set-ringer-mode" and words[:1] and words[0].upper() in Ringer.__members__:
        service.set_ringer(Ringer[words[0].upper()], package="com.android.shell")
        return 0
    if verb in ("help", "-h"):
        call.print("Audio manager commands:\n  help\n  set-volume STREAM INDEX\n  get-stream-volume STREAM")
        call.print(
            "  get-min-volume STREAM\n  get-max-volume STREAM\n  set-ringer-mode NORMAL|SILENT|VIBRATE"
        )
        return 0
    call.complain(f"Unknown command: {' '.join(call.args)}")
    return 255


def media_session(call: Call) -> int:
    """`cmd media_session volume …`, and `media volume …`, which is the same."""
    verb, *words = call.args or ["help"]
    if verb == "volume":
        return _volume(call, words)
    call.print(_VOLUME_HELP)
    return 0 if verb in ("help", "-h") else 255


def _volume(call: Call, words: list[str]) -> int:
    service = call.service(AudioService)
    options, rest = dict[str, str](), words[::-1]
    while rest:
        word = rest.pop()
        if word in ("--stream", "--set", "--adj"):
            options[word] = rest.pop() if rest else ""
        elif word in ("--get", "--show"):
            options[word] = ""
        else:
            call.print(_VOLUME_HELP)
            return 255
    stream = _stream(options.get("--stream", "3"))
    if stream is None:
        call.print("Error: Invalid stream type")
        return 255
    call.print(f"[V] will control stream={stream.number} ({stream.name})")
    if options.get("--set", "").isdecimal():
        index = int(options["--set"][:6])
        if not stream.least <= index <= stream.most:
            call.print(f"Error: invalid volume index {index} not in range [{stream.least}..{stream.most}]")
            return 255
        call.print(f"[V] will set volume to index={index}")
        service.set_volume(stream, index, package="com.android.shell")
    if options.get("--adj") in _STEPS:
        call.print(f"[V] will adjust volume by {options['--adj']}")
        service.adjust(_STEPS[options["--adj"]], stream)
    if "--get" in options:
        call.print(f"[V] volume is {service.volume(stream)} in range [{stream.least}..{stream.most}]")
    return 0


def _stream(word: str) -> Stream | None:
    return next((stream for stream in STREAMS if str(stream.number) == word), None)


def dump_audio(call: Call, args: list[str]) -> int:
    """Writes volumes and the ringer's mode."""
    service = call.service(AudioService)
    call.print("Stream volumes (device: index)")
    for stream in STREAMS:
        muted = service.heard(stream) == 0
        call.print(f"- {stream.name}:")
        call.print(f"   Muted: {str(muted).lower()}\n   Min: {stream.least}\n   Max: {stream.most}")
        call.print(
            f"   streamVolume:{service.volume(stream)}\n   Current: 2 (speaker): {service.volume(stream)}"
        )
    call.print(
        f"\nRinger mode: \n- mode (internal) = {service.ringer.name}\n- mode (external) = {service.ringer.name}"
    )
    return 0
