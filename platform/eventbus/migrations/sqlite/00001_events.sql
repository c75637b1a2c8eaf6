-- +goose Up
CREATE TABLE events (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT     NOT NULL,
    name        TEXT     NOT NULL,
    key         TEXT     NOT NULL,
    subject     TEXT,
    payload     TEXT     NOT NULL,
    personal    TEXT     NOT NULL DEFAULT '{}',
    occurred_at DATETIME NOT NULL,
    request_id  TEXT     NOT NULL DEFAULT '',
    causation   TEXT,
    actor       TEXT     NOT NULL,
    CONSTRAINT events_id_key UNIQUE (id)
);
CREATE INDEX events_name ON events (name, seq);
CREATE INDEX events_key ON events (key, seq);
CREATE INDEX events_actor ON events (actor, seq);
CREATE INDEX events_request ON events (request_id, seq) WHERE request_id <> '';
CREATE INDEX events_subject ON events (subject) WHERE subject IS NOT NULL;
CREATE INDEX events_occurred ON events (occurred_at);

CREATE TABLE event_consumers (
    name       TEXT    NOT NULL PRIMARY KEY,
    read_model BOOLEAN NOT NULL,
    prompt     BOOLEAN NOT NULL
) WITHOUT ROWID;

CREATE TABLE event_subscriptions (
    event_name TEXT    NOT NULL,
    consumer   TEXT    NOT NULL,
    prompt     BOOLEAN NOT NULL, -- the consumer takes part in read-your-writes
    PRIMARY KEY (event_name, consumer)
) WITHOUT ROWID;

CREATE TABLE deliveries (
    consumer   TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    lane       TEXT    NOT NULL GENERATED ALWAYS AS (consumer || ' ' || key) STORED,
    request_id TEXT    NOT NULL DEFAULT '',
    prompt     BOOLEAN NOT NULL,           -- somebody may be waiting for it
    attempts   INTEGER NOT NULL DEFAULT 0, -- those that failed
    due_at     DATETIME,                   -- not before; NULL is at once
    last_error TEXT,
    dead_id    TEXT,                       -- set when the consumer gave up on it
    died_at    DATETIME,
    PRIMARY KEY (consumer, seq),
    CONSTRAINT deliveries_dead_check CHECK ((dead_id IS NULL) = (died_at IS NULL)),
    CONSTRAINT deliveries_attempts_check CHECK (attempts >= 0)
) WITHOUT ROWID;
CREATE INDEX deliveries_lane ON deliveries (lane, seq);
CREATE INDEX deliveries_request ON deliveries (request_id) WHERE prompt;
CREATE UNIQUE INDEX deliveries_dead_key ON deliveries (dead_id) WHERE dead_id IS NOT NULL;
