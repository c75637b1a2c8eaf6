-- +goose Up
-- Orders of guests: user_id is the pseudonym of the email. The hash of the token of the cart, by which its checkout is repeated, goes with a claim or an
-- erasure. The use of a promotion is counted by email: promotion_customer_id is its pseudonym.
ALTER TABLE ordering_orders ADD COLUMN guest boolean NOT NULL DEFAULT FALSE;
ALTER TABLE ordering_orders ADD COLUMN cart_token_hash TEXT CONSTRAINT ordering_orders_guest_check CHECK (guest OR cart_token_hash IS NULL);
ALTER TABLE ordering_orders ADD COLUMN promotion_customer_id TEXT;
