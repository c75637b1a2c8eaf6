-- +goose Up
-- A voucher that was voided because its points were taken back has the status expired, as binaries before this migration know it, and voided. The life of
-- one that a cancellation gives back is extended once.
ALTER TABLE ordering_vouchers ADD COLUMN voided boolean NOT NULL DEFAULT FALSE CONSTRAINT ordering_vouchers_voided_check CHECK (NOT voided OR status = 'expired');
ALTER TABLE ordering_vouchers ADD COLUMN extended boolean NOT NULL DEFAULT FALSE;
-- What went back for goods that did not come back.
ALTER TABLE ordering_orders ADD COLUMN refunded_goods_cents bigint NOT NULL DEFAULT 0 CONSTRAINT ordering_orders_refunded_goods_check CHECK (refunded_goods_cents >= 0);
ALTER TABLE ordering_refunds ADD COLUMN goods_cents bigint NOT NULL DEFAULT 0 CONSTRAINT ordering_refunds_goods_check CHECK (goods_cents >= 0);
