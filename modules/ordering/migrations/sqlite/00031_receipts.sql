-- +goose Up
-- How many units of a return arrived, and how many of those went back into the stock; NULL before. deducted_cents is what the shop
-- keeps of what they cost, and deduct_reason why.
ALTER TABLE ordering_return_items ADD COLUMN received INTEGER;
ALTER TABLE ordering_return_items ADD COLUMN restocked INTEGER CONSTRAINT ordering_return_items_received_check
    CHECK ((received IS NULL) = (restocked IS NULL) AND 0 <= restocked AND restocked <= received AND received <= quantity);
ALTER TABLE ordering_returns ADD COLUMN deducted_cents INTEGER NOT NULL DEFAULT 0 CONSTRAINT ordering_returns_deducted_check CHECK (deducted_cents >= 0);
ALTER TABLE ordering_returns ADD COLUMN deduct_reason TEXT;
UPDATE ordering_return_items SET received = quantity, restocked = quantity
WHERE return_id IN (SELECT id FROM ordering_returns WHERE status = 'received');
