-- +goose Up
-- Work that is done once: at which place it goes on; whether it is done.
CREATE TABLE background_tasks (
    name  text    NOT NULL CONSTRAINT background_tasks_pkey PRIMARY KEY,
    place text    NOT NULL,
    done  boolean NOT NULL
);
