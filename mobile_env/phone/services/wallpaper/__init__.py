"""Wallpapers."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.wallpaper.service import WallpaperService

SERVICE = Entry(
    "wallpaper",
    "android.app.IWallpaperManager",
    service=WallpaperService,
    needs=(SettingsService,),
    cmd="shell:wallpaper",
    dump="shell:dump_wallpaper",
    lists={"wallpapers": WallpaperService.rows},
)

__all__ = ["SERVICE", "WallpaperService"]
