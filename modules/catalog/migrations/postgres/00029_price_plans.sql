-- +goose Up
-- Prices and publishing from one moment to another. due_at: when the next thing is to be done, which a job does; NULL: nothing is left. actor and request_id: the cause of its events.
CREATE TABLE catalog_price_plans (
    id         uuid        NOT NULL CONSTRAINT catalog_price_plans_pkey PRIMARY KEY,
    name       text        NOT NULL,
    starts_at  timestamptz NOT NULL,
    ends_at    timestamptz CONSTRAINT catalog_price_plans_ends_at_check CHECK (ends_at > starts_at),
    status     text        NOT NULL CONSTRAINT catalog_price_plans_status_check CHECK (status IN ('scheduled', 'active', 'ended', 'cancelled')),
    due_at     timestamptz,
    actor      text        NOT NULL,
    request_id text        NOT NULL,
    version    bigint      NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    started_at timestamptz CONSTRAINT catalog_price_plans_started_at_check CHECK (status <> 'scheduled' OR started_at IS NULL),
    ended_at   timestamptz CONSTRAINT catalog_price_plans_ended_at_set_check CHECK ((ended_at IS NOT NULL) = (status IN ('ended', 'cancelled'))),
    CONSTRAINT catalog_price_plans_due_at_check CHECK (status <> 'scheduled' OR due_at IS NOT NULL)
);
CREATE INDEX catalog_price_plans_due ON catalog_price_plans (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX catalog_price_plans_by_start ON catalog_price_plans (starts_at);

-- What a plan does, and what became of it. former and fault are JSON: what the variant had before, and what was wrong. starts_at and ends_at are the plan's. booked: the plan is not over.
CREATE TABLE catalog_price_plan_entries (
    plan_id          uuid        NOT NULL CONSTRAINT catalog_price_plan_entries_plan_id_fkey REFERENCES catalog_price_plans (id),
    position         bigint      NOT NULL,
    kind             text        NOT NULL CONSTRAINT catalog_price_plan_entries_kind_check CHECK (kind IN ('price', 'publish', 'archive')),
    product_id       uuid        NOT NULL,
    variant_id       uuid        CONSTRAINT catalog_price_plan_entries_variant_id_check CHECK ((variant_id IS NOT NULL) = (kind = 'price')),
    price            bigint      NOT NULL CONSTRAINT catalog_price_plan_entries_price_check CHECK (price >= 0),
    compare_at_price bigint      CONSTRAINT catalog_price_plan_entries_compare_at_price_check CHECK (compare_at_price >= 0),
    compare_at_kind  text        CONSTRAINT catalog_price_plan_entries_compare_at_kind_check CHECK (compare_at_kind IN ('was', 'rrp')),
    state            text        NOT NULL CONSTRAINT catalog_price_plan_entries_state_check CHECK (state IN ('pending', 'applied', 'unchanged', 'failed', 'skipped', 'restored', 'changed_since', 'not_restored')),
    former           text        CONSTRAINT catalog_price_plan_entries_former_check CHECK ((former IS NOT NULL) = (kind = 'price' AND state IN ('applied', 'restored', 'changed_since', 'not_restored'))),
    fault            text        CONSTRAINT catalog_price_plan_entries_fault_check CHECK ((fault IS NOT NULL) = (state IN ('failed', 'not_restored'))),
    starts_at        timestamptz NOT NULL,
    ends_at          timestamptz CONSTRAINT catalog_price_plan_entries_ends_at_check CHECK (ends_at > starts_at),
    booked           boolean     NOT NULL,
    CONSTRAINT catalog_price_plan_entries_pkey PRIMARY KEY (plan_id, position),
    CONSTRAINT catalog_price_plan_entries_variant_key UNIQUE (plan_id, variant_id),
    CONSTRAINT catalog_price_plan_entries_compare_check CHECK ((compare_at_price IS NULL) = (compare_at_kind IS NULL)),
    -- Of two plans with one variant, one is over when the other begins. The variant is the random half of its id.
    CONSTRAINT catalog_price_plan_entries_overlap_check EXCLUDE USING gist (
        int8range(('x' || right(replace(variant_id::text, '-', ''), 16))::bit(64)::bigint,
                  ('x' || right(replace(variant_id::text, '-', ''), 16))::bit(64)::bigint, '[]') WITH &&,
        tstzrange(starts_at, ends_at) WITH &&) WHERE (booked AND variant_id IS NOT NULL)
);
CREATE UNIQUE INDEX catalog_price_plan_entries_product_key ON catalog_price_plan_entries (plan_id, kind, product_id) WHERE variant_id IS NULL;
CREATE INDEX catalog_price_plan_entries_by_state ON catalog_price_plan_entries (plan_id, state, product_id);
CREATE INDEX catalog_price_plan_entries_booked ON catalog_price_plan_entries (variant_id) WHERE booked;
