-- +goose Up
-- Orders of guests: user_id is the pseudonym of the email. The hash of the token of the cart, by which its checkout is repeated, goes with a claim or an
-- erasure. The use of a promotion is counted by email: promotion_customer_id is its pseudonym.
ALTER TABLE ordering_orders
    ADD COLUMN guest boolean NOT NULL DEFAULT FALSE,
    ADD COLUMN cart_token_hash text,
    ADD COLUMN promotion_customer_id uuid,
    ADD CONSTRAINT ordering_orders_guest_check CHECK (guest OR cart_token_hash IS NULL);
