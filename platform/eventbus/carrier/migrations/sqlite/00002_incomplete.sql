-- +goose Up
-- Sites need PostgreSQL (events.url): there is nothing to make here.
SELECT 1;
