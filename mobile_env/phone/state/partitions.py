"""The directories and links that an Android 13 phone has before any app writes to it."""

from __future__ import annotations

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.files import FileTree

# Android's fixed uids (system/core/libcutils/include/private/android_filesystem_config.h).
ROOT, SYSTEM, SHELL, MEDIA_RW, EVERYBODY = 0, 1000, 2000, 1023, 9997

SHARED_STORAGE = "/storage/emulated/0"

_DIRECTORIES: tuple[tuple[str, int, int, int], ...] = (
    ("/data", 0o771, SYSTEM, SYSTEM),
    ("/data/app", 0o771, SYSTEM, SYSTEM),
    ("/data/data", 0o771, SYSTEM, SYSTEM),
    ("/data/local", 0o751, ROOT, ROOT),
    ("/data/local/tmp", 0o771, SHELL, SHELL),
    ("/data/media", 0o770, MEDIA_RW, MEDIA_RW),
    ("/data/misc", 0o771, SYSTEM, SYSTEM),
    ("/data/misc/user", 0o771, SYSTEM, SYSTEM),
    ("/data/misc/user/0", 0o771, SYSTEM, SYSTEM),
    ("/data/misc/user/0/cacerts-added", 0o775, SYSTEM, SYSTEM),
    ("/data/system", 0o775, SYSTEM, SYSTEM),
    ("/data/user", 0o711, SYSTEM, SYSTEM),
    ("/dev", 0o755, ROOT, ROOT),
    ("/mnt", 0o755, ROOT, SYSTEM),
    ("/mnt/user", 0o755, ROOT, ROOT),
    ("/mnt/user/0", 0o755, ROOT, ROOT),
    ("/proc", 0o555, ROOT, ROOT),
    ("/product", 0o755, ROOT, ROOT),
    ("/storage", 0o755, SHELL, EVERYBODY),
    ("/storage/emulated", 0o770, ROOT, EVERYBODY),
    (SHARED_STORAGE, 0o770, ROOT, EVERYBODY),
    ("/storage/self", 0o755, ROOT, ROOT),
    ("/system", 0o755, ROOT, ROOT),
    ("/system/app", 0o755, ROOT, ROOT),
    ("/system/bin", 0o751, ROOT, SHELL),
    ("/system/etc", 0o755, ROOT, ROOT),
    ("/system/etc/security", 0o755, ROOT, ROOT),
    ("/system/etc/security/cacerts", 0o755, ROOT, ROOT),
    ("/system/fonts", 0o755, ROOT, ROOT),
    ("/system/framework", 0o755, ROOT, ROOT),
    ("/system/priv-app", 0o755, ROOT, ROOT),
    ("/vendor", 0o755, ROOT, SHELL),
)

_LINKS: tuple[tuple[str, str], ...] = (
    ("/bin", "/system/bin"),
    ("/etc", "/system/etc"),
    ("/sdcard", SHARED_STORAGE),
    ("/data/media/0", SHARED_STORAGE),
    ("/data/user/0", "/data/data"),
    ("/mnt/sdcard", SHARED_STORAGE),
    ("/mnt/user/0/primary", SHARED_STORAGE),
    ("/storage/self/primary", SHARED_STORAGE),
)

_SHARED_DIRECTORIES = (
    "Alarms",
    "Android",
    "Android/data",
    "Android/media",
    "Android/obb",
    "Audiobooks",
    "DCIM",
    "Documents",
    "Download",
    "Movies",
    "Music",
    "Notifications",
    "Pictures",
    "Podcasts",
    "Recordings",
    "Ringtones",
)


def make_android_tree(clock: Clock) -> FileTree:
    """Returns the file tree of a freshly booted phone."""
    tree = FileTree(clock)
    for path, mode, owner, group in _DIRECTORIES:
        tree.make_directory(path, mode=mode, owner=owner, group=group)
    for name in _SHARED_DIRECTORIES:
        tree.make_directory(f"{SHARED_STORAGE}/{name}", owner=ROOT, group=EVERYBODY)
    for path, target in _LINKS:
        tree.make_link(target, path)
    tree.write("/dev/null", b"", mode=0o666)
    return tree
