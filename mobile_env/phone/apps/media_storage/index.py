"""The media index: brought up to date with the files of the shared storage whenever it is asked."""

import posixpath
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from mobile_env.phone.sdk import ContentProvider, Context, Intent, mime_type, read_media

STORAGE = "/storage/emulated/0"
_KINDS = {"image": 1, "audio": 2, "video": 3}
_FLAGS = {
    "Music": "is_music",
    "Ringtones": "is_ringtone",
    "Alarms": "is_alarm",
    "Notifications": "is_notification",
    "Podcasts": "is_podcast",
    "Recordings": "is_recording",
}


def scan(context: Context, intent: Intent) -> None:
    """The broadcast MEDIA_SCANNER_SCAN_FILE: brings the index up to date."""
    list(context.content.query("content://media/external/file", ("_id",))[:1])


class MediaProvider(ContentProvider):
    """Rows of `files`. A row that is deleted takes its file along."""

    def query(
        self,
        path: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
    ) -> Sequence[Mapping[str, Any]]:
        self.index()
        return super().query(path, columns, where, args, sort)

    def insert(self, path: str, values: Mapping[str, Any]) -> Any:
        """Makes an empty file named by `relative_path` and `_display_name`, or by `_data`; returns its row's id."""
        where = str(values.get("_data") or "")
        if not where:
            folder = str(values.get("relative_path") or _folder(path)).strip("/")
            where = f"{STORAGE}/{folder}/{values.get('_display_name') or 'untitled'}"
        where = posixpath.normpath(where.replace("/sdcard/", f"{STORAGE}/", 1))
        if not where.startswith(f"{STORAGE}/"):
            raise ValueError(f"Requested path {where} doesn't appear under {STORAGE}")
        if not self.host.files.exists(where):
            self.host.files.write(where, b"", parents=True)
        self.index()
        return self.db.one("SELECT _id FROM files WHERE _data = ?", where)

    def update(self, path: str, values: Mapping[str, Any], where: str = "", args: Sequence[Any] = ()) -> int:
        self.index()
        return super().update(path, values, where, args)

    def delete(self, path: str, where: str = "", args: Sequence[Any] = ()) -> int:
        found = [row["_data"] for row in self.query(path, ("_data",), where, args)]
        for file in found:
            if self.host.files.is_file(file):
                self.host.files.remove(file)
        self.index()
        return len(found)

    def index(self) -> None:
        """Adds files that are new, reads those that changed, forgets those that are gone."""
        known = {
            row._data: row for row in self.db.query("SELECT _id, _data, _size, date_modified FROM files")
        }
        files = self.host.files
        for path in files.walk(STORAGE):
            if not files.is_file(path) or _hidden(path):
                continue
            stat = files.stat(path)
            row = known.pop(path, None)
            modified = stat.mtime_us // 1_000_000
            if row is None:
                self.db.put("files", None, **self._describe(path, stat.size, modified), date_added=modified)
            elif (row._size, row.date_modified) != (stat.size, modified):
                self.db.update("files", row._id, **self._describe(path, stat.size, modified))
        for row in known.values():
            self.db.delete("files", row._id)

    def _describe(self, path: str, size: int, modified: int) -> dict[str, Any]:
        folder, _, name = path.rpartition("/")
        below = folder.removeprefix(STORAGE).strip("/")
        mime = mime_type(path)
        kind = _KINDS.get(mime.partition("/")[0], 0)
        info = read_media(self.host.files.read(path)) if kind else read_media(b"")
        values: dict[str, Any] = {
            "_data": path,
            "_display_name": name,
            "_size": size,
            "date_modified": modified,
            "mime_type": mime or None,
            "media_type": kind,
            "title": info.title or name.rpartition(".")[0] or name,
            "relative_path": f"{below}/" if below else "/",
            "bucket_display_name": folder.rpartition("/")[2],
            "bucket_id": zlib.crc32(folder.lower().encode()),
            "is_download": int(below.partition("/")[0] == "Download"),
            "width": info.width or None,
            "height": info.height or None,
            "duration": info.duration_ms or None,
            "datetaken": _taken_ms(info.taken, modified) if kind in (1, 3) else None,
        }
        if kind == 2:
            flag = _FLAGS.get(below.partition("/")[0], "is_music")
            values |= {each: int(each == flag) for each in _FLAGS.values()}
            values |= {
                "artist": info.artist or "<unknown>",
                "album": info.album or folder.rpartition("/")[2],
                "track": info.track or None,
                "year": info.year or None,
            }
        return values


def _folder(path: str) -> str:
    if "/images/" in path:
        return "Pictures"
    if "/audio/" in path:
        return "Music"
    return "Movies" if "/video/" in path else "Download"


def _hidden(path: str) -> bool:
    below = path.removeprefix(STORAGE)
    return "/." in below or below.startswith("/Android/")


def _taken_ms(taken: str, modified: int) -> int:
    try:
        return int(datetime.strptime(taken, "%Y:%m:%d %H:%M:%S").replace(tzinfo=UTC).timestamp()) * 1000
    except ValueError:
        return modified * 1000
