-- +goose Up
-- What waits behind a dead delivery in its lane is flagged held and leaves the claim: a dead delivery on a hot key slows no other key.
--
-- The row before the held ones is flagged holding. When it is deleted, by whatever statement, the trigger flags the next row of the lane in its place.
-- So each held row has a holding one before it and can't be forgotten. Retry and replay need not touch held rows: the claim takes what follows the
-- first row of a lane whether it is held or not.
--
-- A death flags what waits behind it, and a publisher what it adds to a lane with a dead delivery. A publisher that did not see the death, and a
-- binary older than this migration, leave rows without the flag. The claim passes over these too, because they are not the first of their lane;
-- that is slower, and the poll flags them.
ALTER TABLE deliveries
    ADD COLUMN held    boolean NOT NULL DEFAULT FALSE,
    ADD COLUMN holding boolean NOT NULL DEFAULT FALSE,
    ADD CONSTRAINT deliveries_held_check CHECK (NOT (held AND holding));

-- The place of a delivery in the claim. A column of its own, because an index on (consumer, seq) of those rows alone looks as cheap to the planner as
-- the primary key does, which has all the held ones, too.
ALTER TABLE deliveries ADD COLUMN turn bigint GENERATED ALWAYS AS (CASE WHEN dead_id IS NULL AND NOT held THEN seq END) STORED;
CREATE INDEX deliveries_turn ON deliveries (consumer, turn) WHERE turn IS NOT NULL;             -- the claim, the poll, the lag
CREATE INDEX deliveries_dead ON deliveries (consumer, lane, seq) WHERE dead_id IS NOT NULL;     -- publish: whether a lane has a dead one; retry of many

-- +goose StatementBegin
CREATE FUNCTION deliveries_hand_over() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
    next bigint;
BEGIN
    LOOP
        SELECT o.seq INTO next FROM deliveries o WHERE o.lane = OLD.lane AND o.seq > OLD.seq ORDER BY o.seq LIMIT 1;
        EXIT WHEN next IS NULL;
        UPDATE deliveries SET held = FALSE, holding = TRUE WHERE consumer = OLD.consumer AND seq = next;
        EXIT WHEN FOUND; -- else it has just been deleted, too
    END LOOP;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER deliveries_hand_over AFTER DELETE ON deliveries FOR EACH ROW WHEN (OLD.holding) EXECUTE FUNCTION deliveries_hand_over();

-- As before, but for the rows that are held.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION deliveries_claim(for_consumer text, known text[], at timestamptz)
    RETURNS TABLE (ready boolean, attempts integer, prompt boolean, seq bigint, id text, name text, key text, subject text, payload text, personal text,
        occurred_at timestamptz, request_id text, causation text, actor text)
    LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
    SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
    RETURN QUERY
    WITH near AS MATERIALIZED (
        SELECT d.lane FROM deliveries d
        WHERE d.consumer = for_consumer AND d.name = ANY (known) AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= at)
            AND d.turn <= coalesce((SELECT o.turn FROM deliveries o WHERE o.consumer = for_consumer AND o.turn IS NOT NULL
                ORDER BY o.turn OFFSET 500 LIMIT 1), 9223372036854775807)
            AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
        ORDER BY d.turn LIMIT 20 FOR UPDATE SKIP LOCKED
    ), far AS MATERIALIZED (
        SELECT d.lane FROM deliveries d
        WHERE NOT EXISTS (SELECT 1 FROM near)
            AND d.consumer = for_consumer AND d.name = ANY (known) AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= at)
            AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
        ORDER BY d.turn LIMIT 20 FOR UPDATE SKIP LOCKED
    ), due AS MATERIALIZED (
        SELECT d.*, row_number() OVER (PARTITION BY d.lane ORDER BY d.seq) AS place
        FROM (SELECT lane FROM near UNION ALL SELECT lane FROM far) first
            CROSS JOIN LATERAL (SELECT * FROM deliveries o WHERE o.lane = first.lane ORDER BY o.seq LIMIT 20) d
        ORDER BY place, d.seq LIMIT 20
    )
    SELECT d.name = ANY (known) AND d.dead_id IS NULL AND (d.due_at IS NULL OR d.due_at <= at), d.attempts, d.prompt,
        e.seq, e.id::text, e.name, e.key, coalesce(e.subject, ''), e.payload, e.personal, e.occurred_at, e.request_id, coalesce(e.causation::text, ''), e.actor
    FROM due d JOIN events e ON e.seq = d.seq ORDER BY d.place, d.seq;
END
$$;
-- +goose StatementEnd
