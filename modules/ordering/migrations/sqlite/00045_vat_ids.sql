-- +goose Up
-- The VAT id of a buyer's account, as the module vat has published it last. vat_valid_until is set while it is proved.
ALTER TABLE ordering_buyers ADD COLUMN vat_id text;
ALTER TABLE ordering_buyers ADD COLUMN vat_status text
    CONSTRAINT ordering_buyers_vat_status_check CHECK (vat_status IN ('pending', 'valid', 'invalid'));
ALTER TABLE ordering_buyers ADD COLUMN vat_valid_until DATETIME;
ALTER TABLE ordering_buyers ADD COLUMN vat_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ordering_buyers ADD CONSTRAINT ordering_buyers_vat_erased_check CHECK (NOT erased OR vat_id IS NULL);
