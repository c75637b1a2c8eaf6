-- +goose Up
-- What waits behind a dead delivery in its lane is flagged held and leaves the claim: a dead delivery on a hot key slows no other key.
--
-- The row before the held ones is flagged holding. When it is deleted, by whatever statement, the trigger flags the next row of the lane in its place.
-- So each held row has a holding one before it and can't be forgotten. Retry and replay need not touch held rows: the claim takes what follows the
-- first row of a lane whether it is held or not.
--
-- turn is the place of a delivery in the claim.
ALTER TABLE deliveries ADD COLUMN held BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE deliveries ADD COLUMN holding BOOLEAN NOT NULL DEFAULT FALSE CONSTRAINT deliveries_held_check CHECK (NOT (held AND holding));
ALTER TABLE deliveries ADD COLUMN turn INTEGER GENERATED ALWAYS AS (CASE WHEN dead_id IS NULL AND NOT held THEN seq END) VIRTUAL;
CREATE INDEX deliveries_turn ON deliveries (consumer, turn) WHERE turn IS NOT NULL;             -- the claim, the poll, the lag
CREATE INDEX deliveries_dead ON deliveries (consumer, lane, seq) WHERE dead_id IS NOT NULL;     -- publish: whether a lane has a dead one; retry of many

-- +goose StatementBegin
CREATE TRIGGER deliveries_hand_over AFTER DELETE ON deliveries WHEN OLD.holding
BEGIN
    UPDATE deliveries SET held = FALSE, holding = TRUE WHERE consumer = OLD.consumer
        AND seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = OLD.lane AND o.seq > OLD.seq);
END;
-- +goose StatementEnd
