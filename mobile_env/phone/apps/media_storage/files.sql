-- The columns of Android 13's MediaProvider that apps ask for; `media_type`: 0 none, 1 image, 2 audio, 3 video, 6 document.
CREATE TABLE files (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, _data TEXT UNIQUE COLLATE NOCASE, _size INTEGER, date_added INTEGER,
  date_modified INTEGER, mime_type TEXT, title TEXT, _display_name TEXT, media_type INTEGER, relative_path TEXT,
  bucket_id INTEGER, bucket_display_name TEXT, volume_name TEXT DEFAULT 'external_primary', is_download INTEGER DEFAULT 0,
  is_pending INTEGER DEFAULT 0, is_trashed INTEGER DEFAULT 0, is_favorite INTEGER DEFAULT 0, owner_package_name TEXT,
  width INTEGER, height INTEGER, datetaken INTEGER, orientation INTEGER, duration INTEGER, artist TEXT, album TEXT,
  track INTEGER, year INTEGER, is_music INTEGER, is_ringtone INTEGER, is_alarm INTEGER, is_notification INTEGER,
  is_podcast INTEGER, is_recording INTEGER, bookmark INTEGER);
