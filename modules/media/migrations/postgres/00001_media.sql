-- +goose Up
CREATE TABLE media_files (
    id           uuid        NOT NULL,
    name         text        NOT NULL,
    status       text        NOT NULL,
    content_type text        NOT NULL,
    width        integer     NOT NULL,
    height       integer     NOT NULL,
    bytes        bigint      NOT NULL,
    digest       text        NOT NULL,
    store        text        NOT NULL,
    attempts     integer     NOT NULL,
    due_at       timestamptz,
    unused_since timestamptz,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    CONSTRAINT media_files_pkey PRIMARY KEY (id),
    CONSTRAINT media_files_status_check CHECK (status IN ('uploading', 'ready', 'deleting', 'removing')),
    CONSTRAINT media_files_store_check CHECK (store IN ('database', 's3')),
    CONSTRAINT media_files_size_check CHECK (width > 0 AND height > 0 AND bytes > 0)
);
CREATE INDEX media_files_by_age ON media_files (created_at, id);
CREATE INDEX media_files_due ON media_files (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX media_files_unused ON media_files (unused_since) WHERE unused_since IS NOT NULL;
CREATE INDEX media_files_unsettled ON media_files (status, updated_at) WHERE status <> 'ready';

CREATE TABLE media_renditions (
    media_id     uuid    NOT NULL CONSTRAINT media_renditions_media_id_fkey REFERENCES media_files (id),
    width        integer NOT NULL,
    height       integer NOT NULL,
    name         text    NOT NULL,
    status       text    NOT NULL,
    content_type text    NOT NULL,
    bytes        bigint  NOT NULL,
    digest       text    NOT NULL,
    CONSTRAINT media_renditions_pkey PRIMARY KEY (media_id, width),
    CONSTRAINT media_renditions_status_check CHECK (status IN ('pending', 'ready', 'failed'))
);

-- What names pictures: products and brands.
CREATE TABLE media_owners (
    id   uuid   NOT NULL,
    kind text   NOT NULL,
    name text   NOT NULL,
    seq  bigint NOT NULL,
    CONSTRAINT media_owners_pkey PRIMARY KEY (id)
);
CREATE TABLE media_uses (
    media_id uuid NOT NULL,
    owner_id uuid NOT NULL CONSTRAINT media_uses_owner_id_fkey REFERENCES media_owners (id),
    CONSTRAINT media_uses_pkey PRIMARY KEY (media_id, owner_id)
);
CREATE INDEX media_uses_by_owner ON media_uses (owner_id);

-- The bytes of files, in parts.
CREATE TABLE media_chunks (
    object  text    NOT NULL,
    n       integer NOT NULL,
    content bytea   NOT NULL,
    CONSTRAINT media_chunks_pkey PRIMARY KEY (object, n)
);
-- Pictures are compressed already.
ALTER TABLE media_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
