-- +goose Up
-- At most one row: the key of the pseudonyms, encrypted under auth.secret.
CREATE TABLE pseudonym_keys (
    id      INTEGER  NOT NULL PRIMARY KEY CHECK (id = 1),
    sealed  TEXT     NOT NULL,
    made_at DATETIME NOT NULL
);
