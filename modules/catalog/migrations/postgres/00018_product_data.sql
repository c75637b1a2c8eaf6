-- +goose Up
-- What the compare-at price of a variant is, and since when it is reduced from a former price. lowest_price is the lowest price that was in
-- force in the 30 days before; NULL: none was.
ALTER TABLE catalog_variants ADD COLUMN compare_at_kind text NOT NULL DEFAULT 'was'
    CONSTRAINT catalog_variants_compare_at_kind_check CHECK (compare_at_kind IN ('was', 'rrp'));
ALTER TABLE catalog_variants ADD COLUMN reduced_since timestamptz;
ALTER TABLE catalog_variants ADD COLUMN lowest_price bigint
    CONSTRAINT catalog_variants_lowest_price_check CHECK (lowest_price IS NULL OR reduced_since IS NOT NULL);
-- How much it holds: thousandths of a unit.
ALTER TABLE catalog_variants ADD COLUMN content_amount bigint
    CONSTRAINT catalog_variants_content_amount_check CHECK (content_amount BETWEEN 1 AND 1000000000);
ALTER TABLE catalog_variants ADD COLUMN content_unit text
    CONSTRAINT catalog_variants_content_unit_check CHECK (content_unit IN ('kg', 'l', 'm', 'm2', 'm3'))
    CONSTRAINT catalog_variants_content_check CHECK ((content_amount IS NULL) = (content_unit IS NULL));

-- Regulation (EU) 2023/988, art. 19, and Directive 2011/83, art. 16: JSON, but for the exclusion.
ALTER TABLE catalog_products ADD COLUMN manufacturer text;
ALTER TABLE catalog_products ADD COLUMN responsible_person text;
ALTER TABLE catalog_products ADD COLUMN safety text NOT NULL DEFAULT '[]';
ALTER TABLE catalog_products ADD COLUMN withdrawal_excluded text
    CONSTRAINT catalog_products_withdrawal_excluded_check CHECK (withdrawal_excluded IN ('perishable', 'made_to_order'));
