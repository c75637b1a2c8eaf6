-- +goose Up
-- Work that is done once: at which place it goes on; whether it is done.
CREATE TABLE background_tasks (
    name  TEXT    NOT NULL CONSTRAINT background_tasks_pkey PRIMARY KEY,
    place TEXT    NOT NULL,
    done  BOOLEAN NOT NULL
);
