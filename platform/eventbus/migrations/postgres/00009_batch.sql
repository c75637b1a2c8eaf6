-- +goose Up
-- deliveries_next is deliveries_due, which an older binary calls, for batches of a size that the caller chooses. It also returns the trace of each event,
-- and whether the consumer's queue is longer than what near looks at: then a batch that is not full may have passed over something that is due.
-- +goose StatementBegin
CREATE FUNCTION deliveries_next(for_consumer text, known text[], at timestamptz, at_most integer)
    RETURNS TABLE (ready boolean, attempts integer, prompt boolean, seq bigint, id text, name text, key text, subject text, payload text, personal text,
        occurred_at timestamptz, request_id text, causation text, actor text, barrier text, trace text, long_queue boolean)
    LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
    SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
    RETURN QUERY
    WITH near_end AS MATERIALIZED (
        SELECT o.turn FROM deliveries o WHERE o.consumer = for_consumer AND o.turn IS NOT NULL ORDER BY o.turn OFFSET 500 LIMIT 1
    ), near AS MATERIALIZED (
        SELECT d.lane FROM deliveries d
        WHERE d.consumer = for_consumer AND d.name = ANY (known) AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= at)
            AND d.turn <= coalesce((SELECT n.turn FROM near_end n), 9223372036854775807)
            AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
        ORDER BY d.turn LIMIT at_most FOR UPDATE SKIP LOCKED
    ), far AS MATERIALIZED (
        SELECT d.lane FROM deliveries d
        WHERE NOT EXISTS (SELECT 1 FROM near)
            AND d.consumer = for_consumer AND d.name = ANY (known) AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= at)
            AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)
        ORDER BY d.turn LIMIT at_most FOR UPDATE SKIP LOCKED
    ), due AS MATERIALIZED (
        SELECT d.*, row_number() OVER (PARTITION BY d.lane ORDER BY d.seq) AS place
        FROM (SELECT lane FROM near UNION ALL SELECT lane FROM far) first
            CROSS JOIN LATERAL (SELECT * FROM deliveries o WHERE o.lane = first.lane ORDER BY o.seq LIMIT at_most) d
        ORDER BY place, d.seq LIMIT at_most
    )
    SELECT d.name = ANY (known) AND d.dead_id IS NULL AND (d.due_at IS NULL OR d.due_at <= at), d.attempts, d.prompt,
        e.seq, e.id::text, e.name, e.key, coalesce(e.subject, ''), e.payload, e.personal, e.occurred_at, e.request_id, coalesce(e.causation::text, ''), e.actor,
        d.request_id, coalesce(e.trace, ''), EXISTS (SELECT 1 FROM near_end)
    FROM due d JOIN events e ON e.seq = d.seq ORDER BY d.place, d.seq;
END
$$;
-- +goose StatementEnd

-- deliveries_handled deletes the deliveries that a batch has handled. It travels with the COMMIT, and refuses it when one of them is gone: another worker
-- has handled it.
-- +goose StatementBegin
CREATE FUNCTION deliveries_handled(by_consumer text, seqs bigint[]) RETURNS void
    LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    deleted integer;
BEGIN
    DELETE FROM deliveries WHERE consumer = by_consumer AND seq = ANY (seqs);
    GET DIAGNOSTICS deleted = ROW_COUNT;
    IF deleted <> cardinality(seqs) THEN
        RAISE EXCEPTION 'deliveries' USING ERRCODE = 'OR001';
    END IF;
END
$$;
-- +goose StatementEnd

-- As before, but for the count of the dead: its order names the index. Without it, and before the first analysis, the planner found the primary key as cheap
-- and read 20 000 held deliveries for 50 dead ones.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION deliveries_stats(at_most integer)
    RETURNS TABLE (consumer text, waiting bigint, held bigint, dead bigint, oldest bigint)
    LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
    SET jit = off
AS $$
BEGIN
    RETURN QUERY
    SELECT c.name,
        (SELECT count(*) FROM (SELECT 1 FROM deliveries d WHERE d.consumer = c.name AND d.turn IS NOT NULL ORDER BY d.turn LIMIT at_most) AS waiting_rows),
        (SELECT count(*) FROM (SELECT 1 FROM deliveries d WHERE d.consumer = c.name AND d.held ORDER BY d.seq LIMIT at_most) AS held_rows),
        (SELECT count(*) FROM (SELECT 1 FROM deliveries d WHERE d.consumer = c.name AND d.dead_id IS NOT NULL ORDER BY d.consumer, d.lane, d.seq OFFSET 0) AS dead_rows),
        coalesce((SELECT d.seq FROM deliveries d WHERE d.consumer = c.name AND d.turn IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.consumer = d.consumer AND o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL)
            ORDER BY d.turn LIMIT 1), 0)
    FROM event_consumers c ORDER BY c.name;
END
$$;
-- +goose StatementEnd
