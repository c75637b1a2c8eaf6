-- +goose Up
-- Under which address the shop shows a variant. Those that are here have theirs in the very event
-- that they were last copied from; where the log does not have it any more, the next change of the
-- product brings it.
ALTER TABLE ordering_variants ADD COLUMN slug text;
UPDATE ordering_variants SET slug = (SELECT json_extract(e.payload, '$.slug') FROM events e
    WHERE e.seq = ordering_variants.seq AND e.name = 'catalog.product_saved.v1');

-- How long goods may be returned after the last delivery, as it was when the order was placed.
ALTER TABLE ordering_orders ADD COLUMN return_days bigint NOT NULL DEFAULT 30;
