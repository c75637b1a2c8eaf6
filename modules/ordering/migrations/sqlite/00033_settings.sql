-- +goose Up
-- The shop's settings, by group.
CREATE TABLE ordering_settings (
    name    text   NOT NULL,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT ordering_settings_pkey PRIMARY KEY (name)
);

-- The points that each whole EUR of the goods earns, as the shop gave them when the order was placed.
ALTER TABLE ordering_orders ADD COLUMN points_per_euro bigint NOT NULL DEFAULT 10;
