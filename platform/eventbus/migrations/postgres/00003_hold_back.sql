-- +goose Up
-- The flags of what is dead and of what waits behind it by now. A transaction of its own, which locks these rows alone and not the table.
UPDATE deliveries SET holding = TRUE WHERE dead_id IS NOT NULL;
UPDATE deliveries AS d SET held = TRUE WHERE d.turn IS NOT NULL AND EXISTS (
    SELECT 1 FROM deliveries o WHERE o.consumer = d.consumer AND o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL AND o.holding);
