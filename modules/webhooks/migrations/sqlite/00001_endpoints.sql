-- +goose Up
CREATE TABLE webhooks_endpoints (
    id              TEXT        NOT NULL CONSTRAINT webhooks_endpoints_pkey PRIMARY KEY,
    url             TEXT        NOT NULL,
    description     TEXT,
    events          TEXT        NOT NULL,
    versions        TEXT        NOT NULL,
    personal_data   BOOLEAN     NOT NULL,
    enabled         BOOLEAN     NOT NULL,
    disabled_reason TEXT        CONSTRAINT webhooks_endpoints_reason_check CHECK (disabled_reason IN ('admin', 'gone', 'failures')),
    disabled_at     DATETIME,
    failures        INTEGER     NOT NULL,
    failing_since   DATETIME,
    noticed_at      DATETIME,
    probes          INTEGER     NOT NULL,
    next_probe_at   DATETIME,
    probed_key      TEXT        NOT NULL,
    last_success_at DATETIME,
    generation      INTEGER     NOT NULL CONSTRAINT webhooks_endpoints_generation_check CHECK (generation >= 1),
    secret_check    TEXT        NOT NULL,
    old_check       TEXT,
    old_until       DATETIME,
    created_at      DATETIME    NOT NULL,
    updated_at      DATETIME    NOT NULL,
    CONSTRAINT webhooks_endpoints_disabled_check CHECK (enabled = (disabled_at IS NULL) AND enabled = (disabled_reason IS NULL)),
    CONSTRAINT webhooks_endpoints_probe_check CHECK (failing_since IS NOT NULL OR next_probe_at IS NULL),
    CONSTRAINT webhooks_endpoints_old_check CHECK ((old_check IS NULL) = (old_until IS NULL))
);

-- Its one row counts the endpoints: a guard in its UPDATE limits them.
CREATE TABLE webhooks_counts (
    id        INTEGER NOT NULL CONSTRAINT webhooks_counts_pkey PRIMARY KEY CONSTRAINT webhooks_counts_id_check CHECK (id = 1),
    endpoints INTEGER NOT NULL CONSTRAINT webhooks_counts_check CHECK (endpoints BETWEEN 0 AND 20)
);
INSERT INTO webhooks_counts (id, endpoints) VALUES (1, 0);

CREATE TABLE webhooks_deliveries (
    id           TEXT        NOT NULL CONSTRAINT webhooks_deliveries_pkey PRIMARY KEY,
    endpoint_id  TEXT        NOT NULL CONSTRAINT webhooks_deliveries_endpoint_fkey REFERENCES webhooks_endpoints (id) ON DELETE CASCADE,
    event_id     TEXT        NOT NULL,
    seq          BIGINT      NOT NULL,
    key          TEXT        NOT NULL,
    type         TEXT        NOT NULL,
    subject      TEXT        NOT NULL,
    status       TEXT        NOT NULL CONSTRAINT webhooks_deliveries_status_check CHECK (status IN ('queued', 'delivered', 'failed', 'cancelled')),
    attempts     INTEGER     NOT NULL,
    due_at       DATETIME    NOT NULL,
    claim        TEXT,
    status_code  INTEGER,
    error        TEXT,
    log          TEXT        NOT NULL,
    responses    TEXT        NOT NULL,
    erased       BOOLEAN     NOT NULL,
    delivered_at DATETIME,
    ended_at     DATETIME,
    replay_id    TEXT,
    created_at   DATETIME    NOT NULL,
    updated_at   DATETIME    NOT NULL,
    CONSTRAINT webhooks_deliveries_event_key UNIQUE (endpoint_id, event_id),
    CONSTRAINT webhooks_deliveries_claim_check CHECK (claim IS NULL OR status = 'queued'),
    CONSTRAINT webhooks_deliveries_delivered_check CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
    CONSTRAINT webhooks_deliveries_ended_check CHECK ((status = 'queued') = (ended_at IS NULL))
);
-- What is due, and what is before it in its key.
CREATE INDEX webhooks_deliveries_due ON webhooks_deliveries (endpoint_id, due_at, seq) WHERE status = 'queued';
CREATE INDEX webhooks_deliveries_order ON webhooks_deliveries (endpoint_id, key, seq) WHERE status = 'queued';
CREATE INDEX webhooks_deliveries_claimed ON webhooks_deliveries (endpoint_id, key) WHERE claim IS NOT NULL;
CREATE INDEX webhooks_deliveries_replay ON webhooks_deliveries (replay_id) WHERE status = 'queued' AND replay_id IS NOT NULL;
-- The lists, the retention, the erasure.
CREATE INDEX webhooks_deliveries_list ON webhooks_deliveries (endpoint_id, id);
CREATE INDEX webhooks_deliveries_key ON webhooks_deliveries (key, id);
CREATE INDEX webhooks_deliveries_ended ON webhooks_deliveries (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX webhooks_deliveries_subject ON webhooks_deliveries (subject) WHERE subject <> '';
