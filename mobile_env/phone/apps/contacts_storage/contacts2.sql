-- The tables of Android 13's ContactsProvider that its provider answers from.
CREATE TABLE accounts (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_name TEXT, account_type TEXT, data_set TEXT);
CREATE TABLE mimetypes (_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype TEXT NOT NULL);
CREATE UNIQUE INDEX mime_type ON mimetypes (mimetype);
INSERT INTO mimetypes (mimetype) VALUES
  ('vnd.android.cursor.item/email_v2'), ('vnd.android.cursor.item/im'), ('vnd.android.cursor.item/nickname'),
  ('vnd.android.cursor.item/organization'), ('vnd.android.cursor.item/phone_v2'),
  ('vnd.android.cursor.item/sip_address'), ('vnd.android.cursor.item/name'),
  ('vnd.android.cursor.item/postal-address_v2'), ('vnd.android.cursor.item/identity'),
  ('vnd.android.cursor.item/photo'), ('vnd.android.cursor.item/group_membership');
CREATE TABLE contacts (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, name_raw_contact_id INTEGER REFERENCES raw_contacts(_id), photo_id INTEGER,
  custom_ringtone TEXT, send_to_voicemail INTEGER NOT NULL DEFAULT 0, starred INTEGER NOT NULL DEFAULT 0,
  pinned INTEGER NOT NULL DEFAULT 0, has_phone_number INTEGER NOT NULL DEFAULT 0, lookup TEXT,
  contact_last_updated_timestamp INTEGER);
CREATE TABLE raw_contacts (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER REFERENCES accounts(_id), sourceid TEXT,
  version INTEGER NOT NULL DEFAULT 1, dirty INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0,
  contact_id INTEGER REFERENCES contacts(_id), custom_ringtone TEXT, starred INTEGER NOT NULL DEFAULT 0,
  display_name TEXT, display_name_alt TEXT, display_name_source INTEGER NOT NULL DEFAULT 0, sort_key TEXT);
CREATE INDEX raw_contacts_contact_id_index ON raw_contacts (contact_id);
CREATE TABLE data (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype_id INTEGER NOT NULL REFERENCES mimetypes(_id),
  raw_contact_id INTEGER NOT NULL REFERENCES raw_contacts(_id), is_primary INTEGER NOT NULL DEFAULT 0,
  is_super_primary INTEGER NOT NULL DEFAULT 0, data_version INTEGER NOT NULL DEFAULT 0, data1 TEXT, data2 TEXT,
  data3 TEXT, data4 TEXT, data5 TEXT, data6 TEXT, data7 TEXT, data8 TEXT, data9 TEXT, data10 TEXT, data11 TEXT,
  data12 TEXT, data13 TEXT, data14 TEXT, data15 TEXT);
CREATE INDEX data_raw_contact_id ON data (raw_contact_id);
CREATE TABLE groups (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER REFERENCES accounts(_id), title TEXT, notes TEXT,
  system_id TEXT, deleted INTEGER NOT NULL DEFAULT 0, group_visible INTEGER NOT NULL DEFAULT 0);

CREATE TRIGGER raw_contacts_inserted AFTER INSERT ON raw_contacts WHEN NEW.contact_id IS NULL BEGIN
  INSERT INTO contacts (name_raw_contact_id, starred, lookup) VALUES (NEW._id, NEW.starred, '0r' || NEW._id);
  UPDATE raw_contacts SET contact_id = (SELECT _id FROM contacts WHERE name_raw_contact_id = NEW._id),
    sort_key = coalesce(NEW.sort_key, NEW.display_name) WHERE _id = NEW._id;
END;
CREATE TRIGGER raw_contacts_deleted BEFORE DELETE ON raw_contacts BEGIN
  DELETE FROM data WHERE raw_contact_id = OLD._id;
  DELETE FROM contacts WHERE name_raw_contact_id = OLD._id;
END;
CREATE TRIGGER contacts_deleted AFTER DELETE ON contacts BEGIN
  DELETE FROM raw_contacts WHERE contact_id = OLD._id;
END;
CREATE TRIGGER raw_contacts_starred AFTER UPDATE OF starred ON raw_contacts WHEN NEW.starred != OLD.starred BEGIN
  UPDATE contacts SET starred = NEW.starred WHERE _id = NEW.contact_id AND starred != NEW.starred;
END;
CREATE TRIGGER contacts_starred AFTER UPDATE OF starred ON contacts WHEN NEW.starred != OLD.starred BEGIN
  UPDATE raw_contacts SET starred = NEW.starred WHERE contact_id = NEW._id AND starred != NEW.starred;
END;

-- A contact is called by its name (source 40), else by its organization (30), number (20) or address (10).
CREATE VIEW names AS SELECT data._id AS data_id, raw_contact_id,
  CASE mimetype
    WHEN 'vnd.android.cursor.item/name' THEN 40 WHEN 'vnd.android.cursor.item/organization' THEN 30
    WHEN 'vnd.android.cursor.item/phone_v2' THEN 20 WHEN 'vnd.android.cursor.item/email_v2' THEN 10 ELSE 0
  END AS source,
  CASE WHEN mimetype = 'vnd.android.cursor.item/name' AND coalesce(data1, '') = ''
    THEN trim(coalesce(data2, '') || ' ' || coalesce(data3, '')) ELSE data1 END AS name
  FROM data JOIN mimetypes ON mimetypes._id = mimetype_id;
CREATE TRIGGER data_inserted AFTER INSERT ON data BEGIN
  UPDATE raw_contacts SET
    display_name = (SELECT name FROM names WHERE data_id = NEW._id),
    display_name_alt = (SELECT name FROM names WHERE data_id = NEW._id),
    sort_key = (SELECT name FROM names WHERE data_id = NEW._id),
    display_name_source = (SELECT source FROM names WHERE data_id = NEW._id)
  WHERE _id = NEW.raw_contact_id AND (display_name IS NULL OR display_name_source > 0)
    AND EXISTS (SELECT 1 FROM names WHERE data_id = NEW._id AND source > display_name_source AND name != '');
  UPDATE contacts SET has_phone_number = 1 WHERE name_raw_contact_id = NEW.raw_contact_id
    AND EXISTS (SELECT 1 FROM names WHERE data_id = NEW._id AND source = 20);
END;
CREATE TRIGGER data_updated AFTER UPDATE OF data1, data2, data3 ON data BEGIN
  UPDATE raw_contacts SET
    display_name = (SELECT name FROM names WHERE data_id = NEW._id),
    display_name_alt = (SELECT name FROM names WHERE data_id = NEW._id),
    sort_key = (SELECT name FROM names WHERE data_id = NEW._id)
  WHERE _id = NEW.raw_contact_id
    AND EXISTS (SELECT 1 FROM names WHERE data_id = NEW._id AND source > 0 AND source = display_name_source AND name != '');
END;
CREATE TRIGGER data_deleted AFTER DELETE ON data BEGIN
  UPDATE contacts SET has_phone_number = EXISTS (SELECT 1 FROM names WHERE raw_contact_id = OLD.raw_contact_id AND source = 20)
  WHERE name_raw_contact_id = OLD.raw_contact_id;
END;
