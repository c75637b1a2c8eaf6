-- +goose Up
-- What other systems know of an order, JSON: values by keys. The erasure of the buyer clears it.
ALTER TABLE ordering_orders ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';

-- Its values, for the filters of lists.
CREATE TABLE ordering_order_metadata (
    order_id TEXT NOT NULL CONSTRAINT ordering_order_metadata_order_id_fkey REFERENCES ordering_orders (id),
    key      TEXT NOT NULL CONSTRAINT ordering_order_metadata_key_check CHECK (length(key) BETWEEN 1 AND 40),
    value    TEXT NOT NULL CONSTRAINT ordering_order_metadata_value_check CHECK (length(value) BETWEEN 1 AND 500),
    CONSTRAINT ordering_order_metadata_pkey PRIMARY KEY (order_id, key)
);
CREATE INDEX ordering_order_metadata_by_value ON ordering_order_metadata (key, value, order_id);
