-- +goose Up
-- The pictures that may be named, a copy of those of media; and those that are named.
CREATE TABLE catalog_media (
    media_id uuid    NOT NULL,
    url      text    NOT NULL,
    released boolean NOT NULL,
    CONSTRAINT catalog_media_pkey PRIMARY KEY (media_id)
);
CREATE INDEX catalog_media_by_url ON catalog_media (url);
CREATE TABLE catalog_media_uses (
    media_id uuid NOT NULL CONSTRAINT catalog_media_uses_media_id_fkey REFERENCES catalog_media (media_id),
    owner_id uuid NOT NULL,
    CONSTRAINT catalog_media_uses_pkey PRIMARY KEY (media_id, owner_id)
);
CREATE INDEX catalog_media_uses_by_owner ON catalog_media_uses (owner_id);
