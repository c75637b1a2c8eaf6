-- +goose Up
-- SQLite has no functions, and its one process knows which keys are in use.
SELECT 1;
