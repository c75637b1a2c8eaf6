-- +goose Up
-- The ledger sums to the balance less the debt: points taken back that were no longer there. One of the two is 0.
ALTER TABLE loyalty_members ADD COLUMN debt bigint NOT NULL DEFAULT 0
    CONSTRAINT loyalty_members_debt_check CHECK (debt >= 0 AND (debt = 0 OR (balance = 0 AND NOT erased)));
-- A voided voucher has the status expired, as binaries before this migration know it, and voided. void_asked: ordering has been asked to void it.
ALTER TABLE loyalty_vouchers ADD COLUMN voided boolean NOT NULL DEFAULT FALSE CONSTRAINT loyalty_vouchers_voided_check CHECK (NOT voided OR status = 'expired');
ALTER TABLE loyalty_vouchers ADD COLUMN void_asked boolean NOT NULL DEFAULT FALSE;
