-- +goose Up
-- Prices and publishing from one moment to another. due_at: when the next thing is to be done, which a job does; NULL: nothing is left. actor and request_id: the cause of its events.
CREATE TABLE catalog_price_plans (
    id         TEXT        NOT NULL CONSTRAINT catalog_price_plans_pkey PRIMARY KEY,
    name       TEXT        NOT NULL,
    starts_at  DATETIME    NOT NULL,
    ends_at    DATETIME    CONSTRAINT catalog_price_plans_ends_at_check CHECK (ends_at > starts_at),
    status     TEXT        NOT NULL CONSTRAINT catalog_price_plans_status_check CHECK (status IN ('scheduled', 'active', 'ended', 'cancelled')),
    due_at     DATETIME   ,
    actor      TEXT        NOT NULL,
    request_id TEXT        NOT NULL,
    version    INTEGER      NOT NULL DEFAULT 1,
    created_at DATETIME    NOT NULL,
    updated_at DATETIME    NOT NULL,
    started_at DATETIME    CONSTRAINT catalog_price_plans_started_at_check CHECK (status <> 'scheduled' OR started_at IS NULL),
    ended_at   DATETIME    CONSTRAINT catalog_price_plans_ended_at_set_check CHECK ((ended_at IS NOT NULL) = (status IN ('ended', 'cancelled'))),
    CONSTRAINT catalog_price_plans_due_at_check CHECK (status <> 'scheduled' OR due_at IS NOT NULL)
);
CREATE INDEX catalog_price_plans_due ON catalog_price_plans (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX catalog_price_plans_by_start ON catalog_price_plans (starts_at);

-- What a plan does, and what became of it. former and fault are JSON: what the variant had before, and what was wrong. starts_at and ends_at are the plan's. booked: the plan is not over.
CREATE TABLE catalog_price_plan_entries (
    plan_id          TEXT        NOT NULL CONSTRAINT catalog_price_plan_entries_plan_id_fkey REFERENCES catalog_price_plans (id),
    position         INTEGER      NOT NULL,
    kind             TEXT        NOT NULL CONSTRAINT catalog_price_plan_entries_kind_check CHECK (kind IN ('price', 'publish', 'archive')),
    product_id       TEXT        NOT NULL,
    variant_id       TEXT        CONSTRAINT catalog_price_plan_entries_variant_id_check CHECK ((variant_id IS NOT NULL) = (kind = 'price')),
    price            INTEGER      NOT NULL CONSTRAINT catalog_price_plan_entries_price_check CHECK (price >= 0),
    compare_at_price INTEGER      CONSTRAINT catalog_price_plan_entries_compare_at_price_check CHECK (compare_at_price >= 0),
    compare_at_kind  TEXT        CONSTRAINT catalog_price_plan_entries_compare_at_kind_check CHECK (compare_at_kind IN ('was', 'rrp')),
    state            TEXT        NOT NULL CONSTRAINT catalog_price_plan_entries_state_check CHECK (state IN ('pending', 'applied', 'unchanged', 'failed', 'skipped', 'restored', 'changed_since', 'not_restored')),
    former           TEXT        CONSTRAINT catalog_price_plan_entries_former_check CHECK ((former IS NOT NULL) = (kind = 'price' AND state IN ('applied', 'restored', 'changed_since', 'not_restored'))),
    fault            TEXT        CONSTRAINT catalog_price_plan_entries_fault_check CHECK ((fault IS NOT NULL) = (state IN ('failed', 'not_restored'))),
    starts_at        DATETIME    NOT NULL,
    ends_at          DATETIME    CONSTRAINT catalog_price_plan_entries_ends_at_check CHECK (ends_at > starts_at),
    booked           boolean     NOT NULL,
    CONSTRAINT catalog_price_plan_entries_pkey PRIMARY KEY (plan_id, position),
    CONSTRAINT catalog_price_plan_entries_variant_key UNIQUE (plan_id, variant_id),
    CONSTRAINT catalog_price_plan_entries_compare_check CHECK ((compare_at_price IS NULL) = (compare_at_kind IS NULL))
);
CREATE UNIQUE INDEX catalog_price_plan_entries_product_key ON catalog_price_plan_entries (plan_id, kind, product_id) WHERE variant_id IS NULL;
CREATE INDEX catalog_price_plan_entries_by_state ON catalog_price_plan_entries (plan_id, state, product_id);
CREATE INDEX catalog_price_plan_entries_booked ON catalog_price_plan_entries (variant_id) WHERE booked;

-- Of two plans with one variant, one is over when the other begins.
-- +goose StatementBegin
CREATE TRIGGER catalog_price_plan_entries_overlap_new AFTER INSERT ON catalog_price_plan_entries
WHEN NEW.booked AND NEW.variant_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM catalog_price_plan_entries e WHERE e.variant_id = NEW.variant_id AND e.booked AND e.plan_id <> NEW.plan_id
        AND (e.ends_at IS NULL OR e.ends_at > NEW.starts_at) AND (NEW.ends_at IS NULL OR NEW.ends_at > e.starts_at))
BEGIN
    SELECT RAISE(ABORT, 'CHECK constraint failed: catalog_price_plan_entries_overlap_check');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER catalog_price_plan_entries_overlap_changed AFTER UPDATE OF starts_at, ends_at, booked, variant_id ON catalog_price_plan_entries
WHEN NEW.booked AND NEW.variant_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM catalog_price_plan_entries e WHERE e.variant_id = NEW.variant_id AND e.booked AND e.plan_id <> NEW.plan_id
        AND (e.ends_at IS NULL OR e.ends_at > NEW.starts_at) AND (NEW.ends_at IS NULL OR NEW.ends_at > e.starts_at))
BEGIN
    SELECT RAISE(ABORT, 'CHECK constraint failed: catalog_price_plan_entries_overlap_check');
END;
-- +goose StatementEnd
