CREATE TABLE alarm_templates (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, hour INTEGER NOT NULL, minutes INTEGER NOT NULL, daysofweek INTEGER NOT NULL DEFAULT 0,
  enabled INTEGER NOT NULL DEFAULT 1, label TEXT NOT NULL DEFAULT '');
INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled) VALUES (8, 30, 31, 0), (9, 0, 96, 0);
