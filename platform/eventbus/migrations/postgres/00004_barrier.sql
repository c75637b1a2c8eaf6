-- +goose Up
-- deliveries.request_id is the key of the read-your-writes wait that a delivery belongs to. The server makes one for each request, because clients
-- repeat theirs; events.request_id is the client's. A binary that runs beside this one may still write the client's into both.
COMMENT ON COLUMN deliveries.request_id IS 'key of the read-your-writes wait, or empty';

-- deliveries_due is deliveries_claim, which an older binary calls, with that key.
-- +goose StatementBegin
CREATE FUNCTION deliveries_due(for_consumer text, known text[], at timestamptz)
    RETURNS TABLE (ready boolean, attempts integer, prompt boolean, seq bigint, id text, name text, key text, subject text, payload text, personal text,
        occurred_at timestamptz, request_id text, causation text, actor text, barrier text)
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
        e.seq, e.id::text, e.name, e.key, coalesce(e.subject, ''), e.payload, e.personal, e.occurred_at, e.request_id, coalesce(e.causation::text, ''), e.actor, d.request_id
    FROM due d JOIN events e ON e.seq = d.seq ORDER BY d.place, d.seq;
END
$$;
-- +goose StatementEnd
