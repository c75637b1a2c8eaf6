-- +goose Up
-- SQLite has no functions: there the guards are checks of the one process that writes.
SELECT 1;
