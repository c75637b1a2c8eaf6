-- +goose Up
-- The products that an admin shows beside a product. The check and the key of the position allow 20 to a list.
CREATE TABLE catalog_related (
    product_id uuid    NOT NULL CONSTRAINT catalog_related_product_id_fkey REFERENCES catalog_products (id),
    related_id uuid    NOT NULL CONSTRAINT catalog_related_related_id_fkey REFERENCES catalog_products (id),
    kind       text    NOT NULL CONSTRAINT catalog_related_kind_check CHECK (kind IN ('accessories', 'similar', 'replaces')),
    position   integer NOT NULL CONSTRAINT catalog_related_position_check CHECK (position BETWEEN 0 AND 19),
    CONSTRAINT catalog_related_pkey PRIMARY KEY (product_id, related_id),
    CONSTRAINT catalog_related_position_key UNIQUE (product_id, kind, position),
    CONSTRAINT catalog_related_other_check CHECK (product_id <> related_id)
);
CREATE INDEX catalog_related_by_related ON catalog_related (related_id);

-- What was ordered together, for as long as it counts: the products of an order, JSON. It is due while counted differs from counts.
CREATE TABLE catalog_paired_orders (
    order_id  uuid        NOT NULL CONSTRAINT catalog_paired_orders_pkey PRIMARY KEY,
    products  text        NOT NULL,
    placed_at timestamptz NOT NULL,
    counts    boolean     NOT NULL,
    counted   boolean     NOT NULL
);
CREATE INDEX catalog_paired_orders_by_age ON catalog_paired_orders (placed_at);
CREATE INDEX catalog_paired_orders_due ON catalog_paired_orders (order_id) WHERE counts <> counted;

-- In how many of these orders two products are. Each pair has a row for both of its sides.
CREATE TABLE catalog_pairs (
    product_id uuid   NOT NULL,
    other_id   uuid   NOT NULL,
    orders     bigint NOT NULL CONSTRAINT catalog_pairs_orders_check CHECK (orders >= 0),
    CONSTRAINT catalog_pairs_pkey PRIMARY KEY (product_id, other_id),
    CONSTRAINT catalog_pairs_other_check CHECK (product_id <> other_id)
);
CREATE INDEX catalog_pairs_by_orders ON catalog_pairs (product_id, orders DESC, other_id);
