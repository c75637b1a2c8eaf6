-- +goose Up
-- At most one row: the key of the pseudonyms, encrypted under auth.secret.
CREATE TABLE pseudonym_keys (
    id      integer     NOT NULL CONSTRAINT pseudonym_keys_pkey PRIMARY KEY CHECK (id = 1),
    sealed  text        NOT NULL,
    made_at timestamptz NOT NULL
);
