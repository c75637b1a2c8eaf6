-- +goose Up
-- Smaller copies as WebP. media_renditions has those of before, JPEG and PNG, whose addresses stay good; attempts and due_at of
-- media_files belong to them.
ALTER TABLE media_files ADD COLUMN planned boolean NOT NULL DEFAULT FALSE;
ALTER TABLE media_files ADD COLUMN renditions_attempts integer NOT NULL DEFAULT 0;
ALTER TABLE media_files ADD COLUMN renditions_due_at timestamptz;
CREATE INDEX media_files_unplanned ON media_files (id) WHERE NOT planned;
CREATE INDEX media_files_renditions_due ON media_files (renditions_due_at) WHERE renditions_due_at IS NOT NULL;

CREATE TABLE media_webp_renditions (
    media_id uuid    NOT NULL CONSTRAINT media_webp_renditions_media_id_fkey REFERENCES media_files (id),
    width    integer NOT NULL,
    height   integer NOT NULL,
    name     text    NOT NULL,
    status   text    NOT NULL,
    bytes    bigint  NOT NULL,
    digest   text    NOT NULL,
    CONSTRAINT media_webp_renditions_pkey PRIMARY KEY (media_id, width),
    CONSTRAINT media_webp_renditions_status_check CHECK (status IN ('pending', 'ready', 'failed'))
);
