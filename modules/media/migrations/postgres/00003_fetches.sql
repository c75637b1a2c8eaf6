-- +goose Up
-- Pictures that are fetched from addresses elsewhere: a row for each address, of which the id is derived.
CREATE TABLE media_fetches (
    id          uuid        NOT NULL,
    url         text        NOT NULL,
    import_id   uuid        NOT NULL,
    status      text        NOT NULL,
    attempts    integer     NOT NULL,
    claim       uuid,
    due_at      timestamptz NOT NULL,
    error       text,
    status_code integer,
    media_id    uuid,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    CONSTRAINT media_fetches_pkey PRIMARY KEY (id),
    CONSTRAINT media_fetches_status_check CHECK (status IN ('queued', 'fetched', 'failed')),
    CONSTRAINT media_fetches_error_check CHECK (error IN ('dns', 'connect', 'tls', 'timeout', 'target_not_allowed', 'status', 'redirected',
        'too_large', 'no_picture', 'storage', 'interrupted')),
    CONSTRAINT media_fetches_fetched_check CHECK ((status = 'fetched') = (media_id IS NOT NULL)),
    CONSTRAINT media_fetches_failed_check CHECK (status <> 'failed' OR error IS NOT NULL),
    CONSTRAINT media_fetches_claim_check CHECK (status = 'queued' OR claim IS NULL)
);
CREATE INDEX media_fetches_due ON media_fetches (due_at) WHERE status = 'queued';
CREATE INDEX media_fetches_by_status ON media_fetches (status, updated_at, id);
