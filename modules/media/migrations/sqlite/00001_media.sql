-- +goose Up
CREATE TABLE media_files (
    id           TEXT     NOT NULL CONSTRAINT media_files_pkey PRIMARY KEY,
    name         TEXT     NOT NULL,
    status       TEXT     NOT NULL CONSTRAINT media_files_status_check CHECK (status IN ('uploading', 'ready', 'deleting', 'removing')),
    content_type TEXT     NOT NULL,
    width        INTEGER  NOT NULL,
    height       INTEGER  NOT NULL,
    bytes        INTEGER  NOT NULL,
    digest       TEXT     NOT NULL,
    store        TEXT     NOT NULL CONSTRAINT media_files_store_check CHECK (store IN ('database', 's3')),
    attempts     INTEGER  NOT NULL,
    due_at       DATETIME,
    unused_since DATETIME,
    created_at   DATETIME NOT NULL,
    updated_at   DATETIME NOT NULL,
    CONSTRAINT media_files_size_check CHECK (width > 0 AND height > 0 AND bytes > 0)
);
CREATE INDEX media_files_by_age ON media_files (created_at, id);
CREATE INDEX media_files_due ON media_files (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX media_files_unused ON media_files (unused_since) WHERE unused_since IS NOT NULL;
CREATE INDEX media_files_unsettled ON media_files (status, updated_at) WHERE status <> 'ready';

CREATE TABLE media_renditions (
    media_id     TEXT    NOT NULL CONSTRAINT media_renditions_media_id_fkey REFERENCES media_files (id),
    width        INTEGER NOT NULL,
    height       INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    status       TEXT    NOT NULL CONSTRAINT media_renditions_status_check CHECK (status IN ('pending', 'ready', 'failed')),
    content_type TEXT    NOT NULL,
    bytes        INTEGER NOT NULL,
    digest       TEXT    NOT NULL,
    CONSTRAINT media_renditions_pkey PRIMARY KEY (media_id, width)
);

-- What names pictures: products and brands.
CREATE TABLE media_owners (
    id   TEXT    NOT NULL CONSTRAINT media_owners_pkey PRIMARY KEY,
    kind TEXT    NOT NULL,
    name TEXT    NOT NULL,
    seq  INTEGER NOT NULL
);
CREATE TABLE media_uses (
    media_id TEXT NOT NULL,
    owner_id TEXT NOT NULL CONSTRAINT media_uses_owner_id_fkey REFERENCES media_owners (id),
    CONSTRAINT media_uses_pkey PRIMARY KEY (media_id, owner_id)
);
CREATE INDEX media_uses_by_owner ON media_uses (owner_id);

-- The bytes of files, in parts.
CREATE TABLE media_chunks (
    object  TEXT    NOT NULL,
    n       INTEGER NOT NULL,
    content BLOB    NOT NULL,
    CONSTRAINT media_chunks_pkey PRIMARY KEY (object, n)
);
