-- +goose Up
-- To whom and where the invoice of an order goes; blank in orders from before it was kept.
ALTER TABLE ordering_orders ADD COLUMN bill_to_name text NOT NULL DEFAULT '';
ALTER TABLE ordering_orders ADD COLUMN bill_to_company text;
ALTER TABLE ordering_orders ADD COLUMN bill_to_phone text;
ALTER TABLE ordering_orders ADD COLUMN bill_to_address text NOT NULL DEFAULT '';
ALTER TABLE ordering_orders ADD COLUMN bill_to_line1 text;
ALTER TABLE ordering_orders ADD COLUMN bill_to_line2 text;
ALTER TABLE ordering_orders ADD COLUMN bill_to_postal_code text;
ALTER TABLE ordering_orders ADD COLUMN bill_to_city text;
ALTER TABLE ordering_orders ADD COLUMN bill_to_state text;
ALTER TABLE ordering_orders ADD COLUMN bill_to_country text NOT NULL DEFAULT '';
ALTER TABLE ordering_orders ADD COLUMN bill_to_vat_id text;

-- The entry of a changed billing address has the status processing, too, which binaries before this
-- migration know, and billing_changed.
ALTER TABLE ordering_timeline ADD COLUMN billing_changed boolean NOT NULL DEFAULT FALSE
    CONSTRAINT ordering_timeline_billing_changed_check CHECK (NOT billing_changed OR status = 'processing' AND NOT address_changed);

-- The business of a wholesale account, which comes with its type. Accounts that are here have
-- theirs in the very event that the type was last copied from, if the log still has it.
ALTER TABLE ordering_buyers ADD COLUMN business_name text;
UPDATE ordering_buyers SET business_name = (SELECT CAST(e.personal AS jsonb) ->> 'businessName' FROM events e
    WHERE e.seq = ordering_buyers.account_type_seq)
WHERE account_type = 'wholesale' AND NOT erased;
