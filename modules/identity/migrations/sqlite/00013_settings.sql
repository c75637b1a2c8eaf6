-- +goose Up
-- The shop's settings, by group.
CREATE TABLE identity_settings (
    name    text   NOT NULL,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT identity_settings_pkey PRIMARY KEY (name)
);
