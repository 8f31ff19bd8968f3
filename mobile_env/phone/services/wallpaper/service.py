"""The wallpaper service: the picture behind the launcher and on the lock screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.state.files import FileTree

Place = Literal["home", "lock"]
DEFAULT: Final = "ocean"
_NAME: Final = "wallpaper_name"
_FOLDER: Final = "/data/system/users/0"
_FILES: Final[dict[Place, str]] = {"home": f"{_FOLDER}/wallpaper", "lock": f"{_FOLDER}/wallpaper_lock"}
_ORIGINS: Final[dict[Place, str]] = {"home": "wallpaper_origin", "lock": "wallpaper_lock_origin"}


class WallpaperService(Service):
    """A wallpaper is a picture that somebody set, or one of the phone's own, by name (setting `wallpaper_name`)."""

    name = "wallpaper"

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    @property
    def _files(self) -> FileTree:
        return self.kernel.part(FileTree)

    def set_name(self, name: str) -> None:
        """Chooses one of the phone's own wallpapers for both places."""
        self.clear()
        self._settings.put("secure", _NAME, name)

    def set_picture(self, picture: bytes, origin: str = "", place: Place | None = None) -> None:
        """Sets a picture (PNG or JPEG) behind the launcher, on the lock screen, or (None) in both places.

        Args:
          origin: the path or URI that it came from, for tasks to judge.
        """
        for each in ("home", "lock") if place is None else (place,):
            self._files.write(_FILES[each], picture, mode=0o600, parents=True)
            self._settings.put("secure", _ORIGINS[each], origin)

    def clear(self, place: Place | None = None) -> None:
        """Takes pictures away that were set."""
        for each in ("home", "lock") if place is None else (place,):
            if self._files.is_file(_FILES[each]):
                self._files.remove(_FILES[each])
            self._settings.delete("secure", _ORIGINS[each])

    def picture(self, place: Place) -> bytes | None:
        """The picture that was set; None where the phone's own wallpaper is shown."""
        path = _FILES[place]
        return self._files.read(path) if self._files.is_file(path) else None

    @property
    def own_name(self) -> str:
        """The name of the phone's own wallpaper that is shown where no picture was set."""
        return self._settings.get("secure", _NAME) or DEFAULT

    def rows(self) -> Sequence[Mapping[str, Any]]:
        """The list `wallpapers` that tasks judge: one row a place."""
        return [
            {
                "place": place,
                "name": self.own_name if self.picture(place) is None else None,
                "origin": self._settings.get("secure", _ORIGINS[place]),
            }
            for place in _FILES
        ]
