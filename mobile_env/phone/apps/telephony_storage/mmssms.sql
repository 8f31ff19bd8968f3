-- The tables of Android 13's MmsSmsDatabaseHelper that text messages need.
CREATE TABLE sms (
  _id INTEGER PRIMARY KEY, thread_id INTEGER, address TEXT, person INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0,
  protocol INTEGER, read INTEGER DEFAULT 0, status INTEGER DEFAULT -1, type INTEGER, reply_path_present INTEGER,
  subject TEXT, body TEXT, service_center TEXT, locked INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1,
  error_code INTEGER DEFAULT -1, creator TEXT, seen INTEGER DEFAULT 0);
CREATE INDEX typeThreadIdIndex ON sms (type, thread_id);
CREATE TABLE canonical_addresses (_id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT);
CREATE TABLE threads (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, message_count INTEGER DEFAULT 0, recipient_ids TEXT,
  snippet TEXT, snippet_cs INTEGER DEFAULT 0, read INTEGER DEFAULT 1, archived INTEGER DEFAULT 0,
  type INTEGER DEFAULT 0, error INTEGER DEFAULT 0, has_attachment INTEGER DEFAULT 0);
CREATE TABLE pdu (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0, msg_box INTEGER,
  read INTEGER DEFAULT 0, m_id TEXT, sub TEXT, ct_t TEXT, m_type INTEGER, seen INTEGER DEFAULT 0,
  text_only INTEGER DEFAULT 0);
CREATE TABLE sms_restricted (_id INTEGER PRIMARY KEY, address TEXT, body TEXT);

CREATE TRIGGER sms_update_thread_on_insert AFTER INSERT ON sms WHEN NEW.type != 3 BEGIN
  UPDATE threads SET date = NEW.date, snippet = NEW.body, message_count =
    (SELECT count(*) FROM sms WHERE thread_id = NEW.thread_id AND type != 3),
    read = NOT EXISTS (SELECT 1 FROM sms WHERE thread_id = NEW.thread_id AND read = 0 AND type = 1)
  WHERE _id = NEW.thread_id;
END;
CREATE TRIGGER sms_update_thread_on_update AFTER UPDATE OF date, body, type, read ON sms BEGIN
  UPDATE threads SET
    date = coalesce((SELECT max(date) FROM sms WHERE thread_id = NEW.thread_id AND type != 3), date),
    snippet = (SELECT body FROM sms WHERE thread_id = NEW.thread_id AND type != 3 ORDER BY date DESC, _id DESC LIMIT 1),
    message_count = (SELECT count(*) FROM sms WHERE thread_id = NEW.thread_id AND type != 3),
    read = NOT EXISTS (SELECT 1 FROM sms WHERE thread_id = NEW.thread_id AND read = 0 AND type = 1)
  WHERE _id = NEW.thread_id;
END;
CREATE TRIGGER sms_update_thread_on_delete AFTER DELETE ON sms BEGIN
  DELETE FROM threads WHERE _id = OLD.thread_id AND NOT EXISTS (SELECT 1 FROM sms WHERE thread_id = OLD.thread_id);
  UPDATE threads SET
    date = coalesce((SELECT max(date) FROM sms WHERE thread_id = OLD.thread_id AND type != 3), date),
    snippet = (SELECT body FROM sms WHERE thread_id = OLD.thread_id AND type != 3 ORDER BY date DESC, _id DESC LIMIT 1),
    message_count = (SELECT count(*) FROM sms WHERE thread_id = OLD.thread_id AND type != 3)
  WHERE _id = OLD.thread_id;
END;
