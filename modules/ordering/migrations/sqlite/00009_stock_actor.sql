-- +goose Up
-- Who moved the stock; NULL for a buyer, and in the rows before.
ALTER TABLE ordering_stock_ledger ADD COLUMN actor TEXT;

-- The list of stock by name.
CREATE INDEX ordering_variants_by_name ON ordering_variants (search, id);
