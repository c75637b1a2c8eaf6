-- +goose Up
-- The shop's settings, by group.
CREATE TABLE notifications_settings (
    name    text   NOT NULL,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT notifications_settings_pkey PRIMARY KEY (name)
);
-- Those of a shop that has some come from the log.
INSERT INTO notifications_settings (name, version, value, seq)
SELECT e.key, json_extract(e.payload, '$.version'), json_extract(e.payload, '$.after'), e.seq
FROM events e
WHERE e.seq = (SELECT max(seq) FROM events WHERE name = 'shop.settings_saved.v1' AND key = 'profile');
