-- +goose Up
-- texts and rates are JSON. announced is whether the last event about the method has all that it has.
ALTER TABLE ordering_shipping_methods ADD COLUMN kind text NOT NULL DEFAULT 'delivery'
    CONSTRAINT ordering_shipping_methods_kind_check CHECK (kind IN ('delivery', 'pickup'));
ALTER TABLE ordering_shipping_methods ADD COLUMN texts text NOT NULL DEFAULT '[]';
ALTER TABLE ordering_shipping_methods ADD COLUMN rates text NOT NULL DEFAULT '[]' CONSTRAINT ordering_shipping_methods_pickup_check
    CHECK (kind <> 'pickup' OR price_cents = 0 AND free_from_cents IS NULL AND countries IN ('[]', 'null') AND rates IN ('[]', 'null'));
ALTER TABLE ordering_shipping_methods ADD COLUMN announced boolean NOT NULL DEFAULT FALSE;
-- NULL: not known, so that the shop's default weight counts.
ALTER TABLE ordering_variants ADD COLUMN weight_grams bigint;
