-- +goose Up
-- Up to which address those are published once more that copies have without their postal codes. One row.
CREATE TABLE identity_former_addresses (
    id   INTEGER NOT NULL CONSTRAINT identity_former_addresses_pkey PRIMARY KEY CONSTRAINT identity_former_addresses_id_check CHECK (id = 1),
    last TEXT NOT NULL,
    done boolean NOT NULL
);
INSERT INTO identity_former_addresses SELECT 1, '00000000-0000-0000-0000-000000000000',
    NOT EXISTS (SELECT 1 FROM identity_addresses);
