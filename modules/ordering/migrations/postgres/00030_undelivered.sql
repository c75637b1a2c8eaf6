-- +goose Up
-- How a shipment ended that did not arrive: it came back, or is lost. Blank carriers and numbers are those of a shipment that has none.
ALTER TABLE ordering_shipments ADD COLUMN outcome text CONSTRAINT ordering_shipments_outcome_check CHECK (outcome IN ('returned', 'lost'));
ALTER TABLE ordering_shipments ADD COLUMN undelivered_at timestamptz CONSTRAINT ordering_shipments_undelivered_check
    CHECK ((undelivered_at IS NULL) = (outcome IS NULL) AND (undelivered_at IS NULL OR delivered_at IS NULL));
-- unreserved counts the units to be sent again for which no stock is reserved.
ALTER TABLE ordering_order_items ADD CONSTRAINT ordering_order_items_sent_check CHECK (shipped + cancelled <= quantity);
ALTER TABLE ordering_order_items ADD COLUMN unreserved integer NOT NULL DEFAULT 0 CONSTRAINT ordering_order_items_unreserved_check
    CHECK (0 <= unreserved AND unreserved + shipped + cancelled <= quantity);
-- Why stock moves: a parcel came back undelivered, units were written off.
ALTER TABLE ordering_stock_ledger DROP CONSTRAINT ordering_stock_ledger_reason_check;
ALTER TABLE ordering_stock_ledger ADD CONSTRAINT ordering_stock_ledger_reason_check
    CHECK (reason IN ('count', 'adjust', 'reserve', 'release', 'ship', 'return', 'undelivered', 'write_off'));
ALTER TABLE ordering_timeline DROP CONSTRAINT ordering_timeline_status_check;
ALTER TABLE ordering_timeline ADD CONSTRAINT ordering_timeline_status_check
    CHECK (status IN ('placed', 'paid', 'processing', 'shipped', 'delivered', 'cancelled', 'return_requested', 'returned', 'refunded',
                      'label_created', 'picked_up', 'in_transit', 'out_for_delivery', 'attempted', 'delayed', 'exception',
                      'return_to_sender', 'disputed', 'dispute_won', 'dispute_lost', 'undelivered', 'items_cancelled'));
