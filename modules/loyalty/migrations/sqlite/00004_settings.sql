-- +goose Up
-- The shop's settings, by group.
CREATE TABLE loyalty_settings (
    name    text   NOT NULL,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT loyalty_settings_pkey PRIMARY KEY (name)
);
