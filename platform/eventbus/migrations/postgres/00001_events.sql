-- +goose Up
CREATE TABLE events (
    seq         bigint GENERATED ALWAYS AS IDENTITY,
    id          uuid        NOT NULL,
    name        text        NOT NULL,
    key         text        NOT NULL,
    subject     text,
    payload     text        NOT NULL,
    personal    text        NOT NULL DEFAULT '{}',
    occurred_at timestamptz NOT NULL,
    request_id  text        NOT NULL DEFAULT '',
    causation   uuid,
    actor       text        NOT NULL,
    CONSTRAINT events_pkey PRIMARY KEY (seq),
    CONSTRAINT events_id_key UNIQUE (id)
);
CREATE INDEX events_name ON events (name, seq);
CREATE INDEX events_key ON events (key, seq);
CREATE INDEX events_actor ON events (actor, seq);
CREATE INDEX events_request ON events (request_id, seq) WHERE request_id <> '';
CREATE INDEX events_subject ON events (subject) WHERE subject IS NOT NULL;
CREATE INDEX events_occurred ON events USING brin (occurred_at);

CREATE TABLE event_consumers (
    name       text    NOT NULL,
    read_model boolean NOT NULL,
    prompt     boolean NOT NULL,
    CONSTRAINT event_consumers_pkey PRIMARY KEY (name)
);

CREATE TABLE event_subscriptions (
    event_name text    NOT NULL,
    consumer   text    NOT NULL,
    prompt     boolean NOT NULL, -- the consumer takes part in read-your-writes
    CONSTRAINT event_subscriptions_pkey PRIMARY KEY (event_name, consumer)
);

-- A queue: rows live for milliseconds, so that vacuum must come by number, not by share of the table. lane is the one selective
-- column: what stands before a delivery is found by it alone, whatever the planner believes of a table that was empty a moment ago.
CREATE TABLE deliveries (
    consumer   text    NOT NULL,
    seq        bigint  NOT NULL,
    name       text    NOT NULL,
    key        text    NOT NULL,
    lane       text    NOT NULL GENERATED ALWAYS AS (consumer || ' ' || key) STORED,
    request_id text    NOT NULL DEFAULT '',
    prompt     boolean NOT NULL,           -- somebody may be waiting for it
    attempts   integer NOT NULL DEFAULT 0, -- those that failed
    due_at     timestamptz,                -- not before; NULL is at once
    last_error text,
    dead_id    uuid,                       -- set when the consumer gave up on it
    died_at    timestamptz,
    CONSTRAINT deliveries_pkey PRIMARY KEY (consumer, seq),
    CONSTRAINT deliveries_dead_key UNIQUE (dead_id),
    CONSTRAINT deliveries_dead_check CHECK ((dead_id IS NULL) = (died_at IS NULL)),
    CONSTRAINT deliveries_attempts_check CHECK (attempts >= 0)
) WITH (
    fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000,
    autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX deliveries_lane ON deliveries (lane, seq);
CREATE INDEX deliveries_request ON deliveries (request_id) WHERE prompt;
