-- +goose Up
CREATE TABLE shop_groups (
    name            text        NOT NULL,
    version         bigint      NOT NULL,
    field_values    text        NOT NULL,
    pinned          text        NOT NULL,
    updated_at      timestamptz NOT NULL,
    updated_by_id   uuid,
    updated_by_name text,
    CONSTRAINT shop_groups_pkey PRIMARY KEY (name),
    CONSTRAINT shop_groups_version_check CHECK (version > 0)
);
