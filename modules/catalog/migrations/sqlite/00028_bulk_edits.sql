-- +goose Up
-- One change of many products, done by a job a few products at a time. action is JSON. actor and request_id: the cause of its events.
CREATE TABLE catalog_bulk_edits (
    id             TEXT        NOT NULL CONSTRAINT catalog_bulk_edits_pkey PRIMARY KEY,
    action         TEXT        NOT NULL,
    undo_of        TEXT        CONSTRAINT catalog_bulk_edits_undo_of_key UNIQUE,
    status         TEXT        NOT NULL CONSTRAINT catalog_bulk_edits_status_check CHECK (status IN ('running', 'done')),
    total         INTEGER      NOT NULL CONSTRAINT catalog_bulk_edits_total_check CHECK (total > 0),
    changed       INTEGER      NOT NULL CONSTRAINT catalog_bulk_edits_changed_check CHECK (changed >= 0),
    unchanged     INTEGER      NOT NULL CONSTRAINT catalog_bulk_edits_unchanged_check CHECK (unchanged >= 0),
    changed_since INTEGER      NOT NULL CONSTRAINT catalog_bulk_edits_changed_since_check CHECK (changed_since >= 0),
    failed        INTEGER      NOT NULL CONSTRAINT catalog_bulk_edits_failed_check CHECK (failed >= 0),
    actor          TEXT        NOT NULL,
    request_id     TEXT        NOT NULL,
    created_at    DATETIME NOT NULL,
    updated_at    DATETIME NOT NULL,
    ended_at      DATETIME CONSTRAINT catalog_bulk_edits_ended_at_check CHECK ((ended_at IS NULL) = (status = 'running')),
    CONSTRAINT catalog_bulk_edits_sum_check CHECK (changed + unchanged + changed_since + failed <= total
        AND (status = 'running' OR changed + unchanged + changed_since + failed = total))
);
CREATE INDEX catalog_bulk_edits_running ON catalog_bulk_edits (id) WHERE status = 'running';

-- What became of each product. fault and the values are JSON: what was wrong, and what the product had before and has after, of the fields that the action is about.
CREATE TABLE catalog_bulk_results (
    edit_id       TEXT   NOT NULL CONSTRAINT catalog_bulk_results_edit_id_fkey REFERENCES catalog_bulk_edits (id),
    position     INTEGER NOT NULL,
    product_id    TEXT   NOT NULL,
    state         TEXT   NOT NULL CONSTRAINT catalog_bulk_results_state_check CHECK (state IN ('pending', 'changed', 'unchanged', 'changed_since', 'failed')),
    fault         TEXT   CONSTRAINT catalog_bulk_results_fault_check CHECK ((fault IS NOT NULL) = (state = 'failed')),
    value_before  TEXT   CONSTRAINT catalog_bulk_results_value_before_check CHECK ((value_before IS NOT NULL) = (state = 'changed')),
    value_after   TEXT   CONSTRAINT catalog_bulk_results_value_after_check CHECK ((value_after IS NOT NULL) = (state = 'changed')),
    CONSTRAINT catalog_bulk_results_pkey PRIMARY KEY (edit_id, position),
    CONSTRAINT catalog_bulk_results_product_key UNIQUE (edit_id, product_id)
);
CREATE INDEX catalog_bulk_results_by_state ON catalog_bulk_results (edit_id, state, position);
