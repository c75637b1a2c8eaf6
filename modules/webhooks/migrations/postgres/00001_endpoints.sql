-- +goose Up
CREATE TABLE webhooks_endpoints (
    id              uuid        NOT NULL CONSTRAINT webhooks_endpoints_pkey PRIMARY KEY,
    url             text        NOT NULL,
    description     text,
    events          text        NOT NULL,
    versions        text        NOT NULL,
    personal_data   boolean     NOT NULL,
    enabled         boolean     NOT NULL,
    disabled_reason text        CONSTRAINT webhooks_endpoints_reason_check CHECK (disabled_reason IN ('admin', 'gone', 'failures')),
    disabled_at     timestamptz,
    failures        integer     NOT NULL,
    failing_since   timestamptz,
    noticed_at      timestamptz,
    probes          integer     NOT NULL,
    next_probe_at   timestamptz,
    probed_key      text        NOT NULL,
    last_success_at timestamptz,
    generation      integer     NOT NULL CONSTRAINT webhooks_endpoints_generation_check CHECK (generation >= 1),
    secret_check    text        NOT NULL,
    old_check       text,
    old_until       timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    CONSTRAINT webhooks_endpoints_disabled_check CHECK (enabled = (disabled_at IS NULL) AND enabled = (disabled_reason IS NULL)),
    CONSTRAINT webhooks_endpoints_probe_check CHECK (failing_since IS NOT NULL OR next_probe_at IS NULL),
    CONSTRAINT webhooks_endpoints_old_check CHECK ((old_check IS NULL) = (old_until IS NULL))
);

-- Its one row counts the endpoints: a guard in its UPDATE limits them.
CREATE TABLE webhooks_counts (
    id        integer NOT NULL CONSTRAINT webhooks_counts_pkey PRIMARY KEY CONSTRAINT webhooks_counts_id_check CHECK (id = 1),
    endpoints integer NOT NULL CONSTRAINT webhooks_counts_check CHECK (endpoints BETWEEN 0 AND 20)
);
INSERT INTO webhooks_counts (id, endpoints) VALUES (1, 0);

CREATE TABLE webhooks_deliveries (
    id           uuid        NOT NULL CONSTRAINT webhooks_deliveries_pkey PRIMARY KEY,
    endpoint_id  uuid        NOT NULL CONSTRAINT webhooks_deliveries_endpoint_fkey REFERENCES webhooks_endpoints (id) ON DELETE CASCADE,
    event_id     uuid        NOT NULL,
    seq          bigint      NOT NULL,
    key          text        NOT NULL,
    type         text        NOT NULL,
    subject      text        NOT NULL,
    status       text        NOT NULL CONSTRAINT webhooks_deliveries_status_check CHECK (status IN ('queued', 'delivered', 'failed', 'cancelled')),
    attempts     integer     NOT NULL,
    due_at       timestamptz NOT NULL,
    claim        uuid,
    status_code  integer,
    error        text,
    log          text        NOT NULL,
    responses    text        NOT NULL,
    erased       boolean     NOT NULL,
    delivered_at timestamptz,
    ended_at     timestamptz,
    replay_id    uuid,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
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
