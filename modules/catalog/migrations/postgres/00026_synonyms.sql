-- +goose Up
-- The synonyms of the search: one row, which the owner replaces whole. Both lists are JSON.
CREATE TABLE catalog_synonyms (
    id          bigint NOT NULL CONSTRAINT catalog_synonyms_pkey PRIMARY KEY CONSTRAINT catalog_synonyms_id_check CHECK (id = 1),
    word_groups text   NOT NULL,
    word_rules  text   NOT NULL,
    version     bigint NOT NULL CONSTRAINT catalog_synonyms_version_check CHECK (version > 0),
    updated_at  timestamptz
);
INSERT INTO catalog_synonyms (id, word_groups, word_rules, version) VALUES (1, '[]', '[]', 1);
