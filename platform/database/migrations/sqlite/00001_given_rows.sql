-- +goose Up
-- SQLite gets given rows one by one (selectGivenSQLite in rows_update.go).
SELECT 1;
