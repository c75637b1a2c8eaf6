-- +goose Up
-- One row: the lock under which the catalogue is changed, and numbers of its changes.
CREATE TABLE catalog_state (
    id       integer NOT NULL CONSTRAINT catalog_state_pkey PRIMARY KEY CONSTRAINT catalog_state_one_check CHECK (id = 1),
    version  INTEGER NOT NULL,
    taxonomy INTEGER NOT NULL,
    revision INTEGER NOT NULL
);
INSERT INTO catalog_state (id, version, taxonomy, revision) VALUES (1, 1, 1, 1);

CREATE TABLE catalog_brands (
    id         TEXT        NOT NULL CONSTRAINT catalog_brands_pkey PRIMARY KEY,
    name       TEXT        NOT NULL,
    name_key   TEXT        NOT NULL,
    slug       TEXT        NOT NULL CONSTRAINT catalog_brands_slug_key UNIQUE,
    logo_url   TEXT,
    created_at DATETIME    NOT NULL,
    updated_at DATETIME    NOT NULL
);
CREATE INDEX catalog_brands_by_name ON catalog_brands (name_key, id);

CREATE TABLE catalog_categories (
    id         TEXT        NOT NULL CONSTRAINT catalog_categories_pkey PRIMARY KEY,
    parent_id  TEXT        CONSTRAINT catalog_categories_parent_id_fkey REFERENCES catalog_categories (id),
    name       TEXT        NOT NULL,
    name_key   TEXT        NOT NULL,
    slug       TEXT        NOT NULL CONSTRAINT catalog_categories_slug_key UNIQUE,
    created_at DATETIME    NOT NULL,
    updated_at DATETIME    NOT NULL,
    CONSTRAINT catalog_categories_parent_check CHECK (parent_id <> id)
);
CREATE INDEX catalog_categories_by_name ON catalog_categories (name_key, id);
CREATE INDEX catalog_categories_by_parent ON catalog_categories (parent_id);
