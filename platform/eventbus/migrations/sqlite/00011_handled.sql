-- +goose Up
-- SQLite finds the rows of a batch by the primary key: the twin of this file says what PostgreSQL does.
SELECT 1;
