"""Manifest of the media index: images, sound, films and downloads of the shared storage, as content providers."""

from mobile_env.phone.sdk import App, Database, Icon, Provider, View, receiver

_TYPES = {"images": 1, "audio": 2, "video": 3}
_ALL = View("files", table="files")


def _paths() -> dict[str, View]:
    paths = {}
    for volume in ("external", "external_primary"):
        for kind, number in _TYPES.items():
            paths[f"{volume}/{kind}/media"] = View(f"files WHERE media_type = {number}", table="files")
        paths[f"{volume}/downloads"] = View("files WHERE is_download = 1", table="files")
        paths[f"{volume}/file"] = _ALL
    for kind in _TYPES:
        paths[f"internal/{kind}/media"] = View("files WHERE 0", table="files")
    return paths


APP = App(
    "com.android.providers.media.module",
    "Media",
    version=("13", 33),
    icon=Icon("perm_media", "#1a73e8"),
    system=True,
    databases=(Database("external.db", version=1409, schema="files.sql"),),
    receivers=(
        receiver(
            "com.android.providers.media.MediaReceiver",
            "index:scan",
            "android.intent.action.MEDIA_SCANNER_SCAN_FILE",
        ),
    ),
    providers=(Provider(("media",), code="index:MediaProvider", paths=_paths()),),
)
