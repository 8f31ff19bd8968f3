"""Storage: what is taken, and by what."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Block, Page, Rows
from mobile_env.phone.sdk import Preference, Section

_KINDS = (
    ("pref_images", "Images", "outlined/image", (".jpg", ".jpeg", ".png", ".gif", ".webp", ".heic")),
    ("pref_videos", "Videos", "outlined/movie", (".mp4", ".mkv", ".webm", ".3gp")),
    ("pref_audio", "Audio", "outlined/audiotrack", (".mp3", ".m4a", ".ogg", ".wav", ".flac", ".amr")),
)
_TRASH = "/sdcard/.Trash"


class Storage(Page):
    title = "Storage"

    def rows(self) -> Rows:
        size = self.format.size
        used, whole = self.system.storage
        shared = self._shared()
        apps = sum(self.system.sizes(app.name).total for app in self.system.apps())
        value, _, unit = size(used).partition(" ")
        return (
            Block(
                "storage_summary",
                "usage.xml",
                value=value,
                unit=unit + " used",
                share=round(100 * used / whole),
                note=f"{size(whole)} total",
            ),
            Section(
                "",
                self.link("pref_apps", "Apps", "all_apps", icon="apps", summary=size(apps)),
                *(
                    Preference(id, label, icon=icon, summary=size(shared[id]))
                    for id, label, icon, _ in _KINDS
                ),
                Preference(
                    "pref_documents_and_other",
                    "Documents & other",
                    icon="outlined/insert_drive_file",
                    summary=size(shared["other"]),
                ),
                Preference(
                    "pref_system",
                    "System",
                    icon="android",
                    summary=size(max(0, used - apps - sum(shared.values()))),
                ),
                Preference("pref_trash", "Trash", icon="outlined/delete", summary=size(shared["trash"])),
            ),
        )

    def _shared(self) -> dict[str, int]:
        """Bytes of the files that all apps share, by kind."""
        sums = {id: 0 for id, _, _, _ in _KINDS} | {"other": 0, "trash": 0}
        files = self.files
        root = files.resolve("/sdcard")
        for path in files.walk(root) if files.is_directory(root) else ():
            if not files.is_file(path):
                continue
            kind = next((id for id, _, _, endings in _KINDS if path.lower().endswith(endings)), "other")
            sums["trash" if path.startswith(_TRASH) else kind] += files.stat(path).size
        return sums
