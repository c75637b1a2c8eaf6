-- +goose Up
-- The synonyms of the search: one row, which the owner replaces whole. Both lists are JSON.
CREATE TABLE catalog_synonyms (
    id          INTEGER  NOT NULL CONSTRAINT catalog_synonyms_pkey PRIMARY KEY CONSTRAINT catalog_synonyms_id_check CHECK (id = 1),
    word_groups TEXT     NOT NULL,
    word_rules  TEXT     NOT NULL,
    version     INTEGER  NOT NULL CONSTRAINT catalog_synonyms_version_check CHECK (version > 0),
    updated_at  DATETIME
);
INSERT INTO catalog_synonyms (id, word_groups, word_rules, version) VALUES (1, '[]', '[]', 1);
