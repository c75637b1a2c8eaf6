-- +goose Up
-- Buy so many, get so many cheaper: of every buy_quantity + get_quantity units of a cart. value is the percentage, in hundredths.
ALTER TABLE ordering_automatic_promotions ADD COLUMN buy_quantity bigint;
ALTER TABLE ordering_automatic_promotions ADD COLUMN get_quantity bigint;
ALTER TABLE ordering_automatic_promotions DROP CONSTRAINT ordering_automatic_promotions_kind_check;
ALTER TABLE ordering_automatic_promotions ADD CONSTRAINT ordering_automatic_promotions_kind_check CHECK (kind IN ('percent', 'amount', 'free_shipping', 'buy_x_get_y'));
ALTER TABLE ordering_automatic_promotions ADD CONSTRAINT ordering_automatic_promotions_quantities_check CHECK (CASE WHEN kind = 'buy_x_get_y' THEN buy_quantity IS NOT NULL AND buy_quantity > 0 AND get_quantity IS NOT NULL AND get_quantity > 0 AND value <= 10000 ELSE buy_quantity IS NULL AND get_quantity IS NULL END);
