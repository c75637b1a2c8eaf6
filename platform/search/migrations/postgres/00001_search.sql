-- +goose Up
-- A segment is some 4 000 rows of a table that follow one another by id, as they were when it was
-- last made: those after after_id, up to last_id.
CREATE TABLE search_segments (
    id         bigint  GENERATED ALWAYS AS IDENTITY CONSTRAINT search_segments_pkey PRIMARY KEY,
    index_name text    NOT NULL,
    after_id   uuid    NOT NULL,
    last_id    uuid    NOT NULL,
    row_count  integer NOT NULL,
    row_ids    bytea   NOT NULL,
    CONSTRAINT search_segments_after_key UNIQUE (index_name, after_id)
);

-- The rows of a segment that have three characters in a row: their positions in row_ids.
CREATE TABLE search_postings (
    segment_id bigint  NOT NULL,
    gram       integer NOT NULL,
    positions  bytea   NOT NULL,
    CONSTRAINT search_postings_pkey PRIMARY KEY (segment_id, gram)
);

-- Rows that may have changed since their segment was made.
CREATE TABLE search_changes (
    index_name text NOT NULL,
    row_id     uuid NOT NULL,
    stamp      uuid NOT NULL,
    CONSTRAINT search_changes_pkey PRIMARY KEY (index_name, row_id)
);

-- One row for each index, locked by the one who makes segments.
CREATE TABLE search_indexes (
    name text NOT NULL CONSTRAINT search_indexes_pkey PRIMARY KEY
);
