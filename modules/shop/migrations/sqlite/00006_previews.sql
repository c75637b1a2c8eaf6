-- +goose Up
-- Storefronts that are not saved, for whoever has their token.
CREATE TABLE shop_previews (
    hash         text     NOT NULL,
    field_values text     NOT NULL,
    expires_at   datetime NOT NULL,
    CONSTRAINT shop_previews_pkey PRIMARY KEY (hash)
);
CREATE INDEX shop_previews_by_end ON shop_previews (expires_at);
