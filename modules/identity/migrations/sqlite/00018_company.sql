-- +goose Up
ALTER TABLE identity_addresses ADD COLUMN company TEXT;
