-- +goose Up
-- SQLite has no functions of its own: the twin of this file says what the statements of the claim do.
SELECT 1;
