-- +goose Up
-- Who has the token of a preview may read its product, whatever the product's status.
CREATE TABLE catalog_previews (
    hash       text NOT NULL,
    product_id uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT catalog_previews_pkey PRIMARY KEY (hash)
);
CREATE INDEX catalog_previews_by_end ON catalog_previews (expires_at);
