-- +goose Up
CREATE TABLE webhooks_replays (
    id          TEXT        NOT NULL CONSTRAINT webhooks_replays_pkey PRIMARY KEY,
    endpoint_id TEXT        NOT NULL CONSTRAINT webhooks_replays_endpoint_fkey REFERENCES webhooks_endpoints (id) ON DELETE CASCADE,
    from_at     DATETIME    NOT NULL,
    to_at       DATETIME    NOT NULL,
    events      TEXT        NOT NULL,
    versions    TEXT        NOT NULL,
    status      TEXT        NOT NULL CONSTRAINT webhooks_replays_status_check CHECK (status IN ('running', 'done', 'stopped')),
    queued      INTEGER     NOT NULL,
    last_seq    BIGINT      NOT NULL,
    created_at  DATETIME    NOT NULL,
    updated_at  DATETIME    NOT NULL,
    ended_at    DATETIME,
    CONSTRAINT webhooks_replays_window_check CHECK (from_at <= to_at),
    CONSTRAINT webhooks_replays_ended_check CHECK ((status = 'running') = (ended_at IS NULL))
);
-- One runs for each endpoint.
CREATE UNIQUE INDEX webhooks_replays_running ON webhooks_replays (endpoint_id) WHERE status = 'running';
CREATE INDEX webhooks_replays_ended ON webhooks_replays (ended_at) WHERE ended_at IS NOT NULL;
