-- +goose Up
-- The buyer has paid, and the money is on its way.
ALTER TABLE payments_intents DROP CONSTRAINT payments_intents_status_check;
ALTER TABLE payments_intents ADD CONSTRAINT payments_intents_status_check
    CHECK (status IN ('wanted', 'open', 'failed', 'processing', 'succeeded', 'cancelled'));
ALTER TABLE payments_readings DROP CONSTRAINT payments_readings_status_check;
ALTER TABLE payments_readings ADD CONSTRAINT payments_readings_status_check
    CHECK (status IN ('open', 'failed', 'processing', 'succeeded', 'cancelled'));
-- By what the buyer pays, as the provider calls it.
ALTER TABLE payments_intents ADD COLUMN payment_type text;

-- Until when an order is to be paid: one that waits for its payment, or an invoice. The deadline of
-- those that wait comes with their next event. Orders that are here have their number, which is the
-- reference of a transfer, in the very event that they were last copied from.
ALTER TABLE payments_orders ADD COLUMN due_at DATETIME;
ALTER TABLE payments_orders ADD COLUMN invoice_due_at DATETIME;
UPDATE payments_orders SET number = coalesce((SELECT json_extract(e.payload, '$.number') FROM events e
    WHERE e.seq = payments_orders.seq AND e.name LIKE 'ordering.%'), '');

-- The settings of a shop that has some come from the log.
INSERT INTO payments_settings (name, version, value, seq)
SELECT e.key, json_extract(e.payload, '$.version'), json_extract(e.payload, '$.after'), e.seq
FROM events e
WHERE e.seq IN (SELECT max(seq) FROM events WHERE name = 'shop.settings_saved.v1'
    AND key IN ('profile', 'seller', 'bank') GROUP BY key);
