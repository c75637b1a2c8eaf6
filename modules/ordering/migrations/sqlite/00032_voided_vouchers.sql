-- +goose Up
-- A voided voucher is called so. A binary from before writes expired and voided, and knows a voided
-- one by voided.
ALTER TABLE ordering_vouchers DROP CONSTRAINT ordering_vouchers_status_check;
ALTER TABLE ordering_vouchers ADD CONSTRAINT ordering_vouchers_status_check CHECK (status IN ('available', 'spent', 'expired', 'voided'));
ALTER TABLE ordering_vouchers DROP CONSTRAINT ordering_vouchers_voided_check;
ALTER TABLE ordering_vouchers ADD CONSTRAINT ordering_vouchers_voided_check CHECK ((NOT voided OR status = 'expired') OR status = 'voided');
UPDATE ordering_vouchers SET status = 'voided' WHERE voided;
