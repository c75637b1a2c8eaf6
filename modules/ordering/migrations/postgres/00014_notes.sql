-- +goose Up
-- Notes of staff on orders; the erasure of the buyer deletes them.
CREATE TABLE ordering_order_notes (
    id         uuid        NOT NULL CONSTRAINT ordering_order_notes_pkey PRIMARY KEY,
    order_id   uuid        NOT NULL,
    text       text        NOT NULL CONSTRAINT ordering_order_notes_text_check CHECK (length(text) BETWEEN 1 AND 2000),
    author     text        NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT ordering_order_notes_order_fkey FOREIGN KEY (order_id) REFERENCES ordering_orders (id)
);
CREATE INDEX ordering_order_notes_by_order ON ordering_order_notes (order_id, id);
-- The entry of a changed address has the status processing, which binaries before this migration know, and address_changed.
ALTER TABLE ordering_timeline ADD COLUMN address_changed boolean NOT NULL DEFAULT FALSE
    CONSTRAINT ordering_timeline_address_changed_check CHECK (NOT address_changed OR status = 'processing');
