-- +goose Up
-- Files by the SHA-256 of their bytes, in hexadecimal.
CREATE TABLE file_contents (
    sha256  TEXT NOT NULL CONSTRAINT file_contents_pkey PRIMARY KEY,
    content BLOB NOT NULL
);
