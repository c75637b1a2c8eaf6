-- +goose Up
-- SQLite has no functions of its own: the statement of the figures names its indexes (INDEXED BY).
SELECT 1;
