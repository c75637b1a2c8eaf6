-- +goose Up
-- deliveries_stats is what the figures of the queues are made of: for each consumer how many deliveries wait, are held and are dead, the first two counted
-- up to at_most, and the sequence of the oldest that waits, 0 for none. Until the table is analyzed, which autovacuum does once a minute, the planner takes
-- a queue for small and sorts all of it: 70 ms at 100 000 held deliveries, and 0.4 ms by the indexes. A function can rule out the other plans.
-- +goose StatementBegin
CREATE FUNCTION deliveries_stats(at_most integer)
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
        (SELECT count(*) FROM deliveries d WHERE d.consumer = c.name AND d.dead_id IS NOT NULL),
        coalesce((SELECT d.seq FROM deliveries d WHERE d.consumer = c.name AND d.turn IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.consumer = d.consumer AND o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL)
            ORDER BY d.turn LIMIT 1), 0)
    FROM event_consumers c ORDER BY c.name;
END
$$;
-- +goose StatementEnd
