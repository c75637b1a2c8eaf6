-- +goose Up
-- The parts of the address that an order goes to; NULL where it is known as one line of text alone.
ALTER TABLE ordering_orders ADD COLUMN ship_to_company text;
ALTER TABLE ordering_orders ADD COLUMN ship_to_line1 text;
ALTER TABLE ordering_orders ADD COLUMN ship_to_line2 text;
ALTER TABLE ordering_orders ADD COLUMN ship_to_postal_code text;
ALTER TABLE ordering_orders ADD COLUMN ship_to_city text;
ALTER TABLE ordering_orders ADD COLUMN ship_to_state text;

-- Those of the copies, which have the postal code already; NULL: the copy is from before.
ALTER TABLE ordering_addresses ADD COLUMN company text;
ALTER TABLE ordering_addresses ADD COLUMN line1 text;
ALTER TABLE ordering_addresses ADD COLUMN line2 text;
ALTER TABLE ordering_addresses ADD COLUMN city text;
ALTER TABLE ordering_addresses ADD COLUMN state text;

-- NULL: the recipient is known by one line of text alone.
ALTER TABLE ordering_recipients ADD COLUMN line1 text;
ALTER TABLE ordering_recipients ADD COLUMN line2 text;
ALTER TABLE ordering_recipients ADD COLUMN postal_code text;
ALTER TABLE ordering_recipients ADD COLUMN city text;
ALTER TABLE ordering_recipients ADD COLUMN state text;
