-- +goose Up
-- Files by the SHA-256 of their bytes, in hexadecimal.
CREATE TABLE file_contents (
    sha256  text  NOT NULL CONSTRAINT file_contents_pkey PRIMARY KEY,
    content bytea NOT NULL
);
-- What is stored here is compressed already.
ALTER TABLE file_contents ALTER COLUMN content SET STORAGE EXTERNAL;
