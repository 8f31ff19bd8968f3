-- The call log of Android 13 (CallLogDatabaseHelper); `type`: 1 incoming, 2 outgoing, 3 missed, 5 rejected.
CREATE TABLE calls (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT, presentation INTEGER NOT NULL DEFAULT 1,
  post_dial_digits TEXT NOT NULL DEFAULT '', via_number TEXT NOT NULL DEFAULT '', date INTEGER, duration INTEGER,
  data_usage INTEGER, type INTEGER, features INTEGER NOT NULL DEFAULT 0, subscription_component_name TEXT,
  subscription_id TEXT, phone_account_address TEXT, new INTEGER, name TEXT, numbertype INTEGER, numberlabel TEXT,
  countryiso TEXT, voicemail_uri TEXT, is_read INTEGER, geocoded_location TEXT, lookup_uri TEXT, matched_number TEXT,
  normalized_number TEXT, photo_id INTEGER NOT NULL DEFAULT 0, photo_uri TEXT, formatted_number TEXT,
  last_modified INTEGER DEFAULT 0);
