-- +goose Up
-- A voided voucher is called so. A binary from before writes expired and voided, and knows a voided
-- one by voided.
ALTER TABLE loyalty_vouchers DROP CONSTRAINT loyalty_vouchers_status_check;
ALTER TABLE loyalty_vouchers ADD CONSTRAINT loyalty_vouchers_status_check CHECK (status IN ('available', 'spent', 'expired', 'voided'));
ALTER TABLE loyalty_vouchers DROP CONSTRAINT loyalty_vouchers_voided_check;
ALTER TABLE loyalty_vouchers ADD CONSTRAINT loyalty_vouchers_voided_check CHECK ((NOT voided OR status = 'expired') OR status = 'voided');
UPDATE loyalty_vouchers SET status = 'voided' WHERE voided;
