-- +goose Up
-- The shop's settings, by group.
CREATE TABLE notifications_settings (
    name    text   NOT NULL,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT notifications_settings_pkey PRIMARY KEY (name)
);
