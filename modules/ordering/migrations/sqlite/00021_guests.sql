-- +goose Up
-- The guests among the buyers, and the last order of each.
CREATE INDEX ordering_orders_of_guests ON ordering_orders (user_id, placed_at DESC, id DESC) WHERE guest AND NOT buyer_erased;
