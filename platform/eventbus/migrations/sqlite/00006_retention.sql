-- +goose Up
-- Up to where the log was trimmed (events.keep): a replay does not silently begin in the middle. One row; whoever trims or replays locks it.
CREATE TABLE event_log (
    id         INTEGER NOT NULL PRIMARY KEY CONSTRAINT event_log_id_check CHECK (id = 1),
    trimmed_to INTEGER NOT NULL, -- the largest sequence that was deleted; 0 is none
    trimmed_at DATETIME
);
INSERT INTO event_log (id, trimmed_to) VALUES (1, 0);

-- The indexes of the log, and who asks: its key (claim, pages, retention), name (replay, log, EraseOlder), key (log, EraseKey), actor and request_id (log),
-- subject (Erase), occurred_at (log). No one asks by id; its constraint stays here, because only a copy of the whole log would take it away.
