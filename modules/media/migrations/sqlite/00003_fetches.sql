-- +goose Up
-- Pictures that are fetched from addresses elsewhere: a row for each address, of which the id is derived.
CREATE TABLE media_fetches (
    id          TEXT     NOT NULL CONSTRAINT media_fetches_pkey PRIMARY KEY,
    url         TEXT     NOT NULL,
    import_id   TEXT     NOT NULL,
    status      TEXT     NOT NULL,
    attempts    INTEGER  NOT NULL,
    claim       TEXT,
    due_at      DATETIME NOT NULL,
    error       TEXT,
    status_code INTEGER,
    media_id    TEXT,
    created_at  DATETIME NOT NULL,
    updated_at  DATETIME NOT NULL,
    CONSTRAINT media_fetches_status_check CHECK (status IN ('queued', 'fetched', 'failed')),
    CONSTRAINT media_fetches_error_check CHECK (error IN ('dns', 'connect', 'tls', 'timeout', 'target_not_allowed', 'status', 'redirected',
        'too_large', 'no_picture', 'storage', 'interrupted')),
    CONSTRAINT media_fetches_fetched_check CHECK ((status = 'fetched') = (media_id IS NOT NULL)),
    CONSTRAINT media_fetches_failed_check CHECK (status <> 'failed' OR error IS NOT NULL),
    CONSTRAINT media_fetches_claim_check CHECK (status = 'queued' OR claim IS NULL)
);
CREATE INDEX media_fetches_due ON media_fetches (due_at) WHERE status = 'queued';
CREATE INDEX media_fetches_by_status ON media_fetches (status, updated_at, id);
