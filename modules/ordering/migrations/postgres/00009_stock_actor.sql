-- +goose Up
-- Who moved the stock; NULL for a buyer, and in the rows before.
ALTER TABLE ordering_stock_ledger ADD COLUMN actor text;

-- The list of stock by name.
CREATE INDEX ordering_variants_by_name ON ordering_variants (search, id);

-- As the one of five parameters, which older binaries call, and with the actor.
-- +goose StatementBegin
CREATE FUNCTION ordering_move_stock(changes json, why text, for_order uuid, remark text, at timestamptz, who text) RETURNS SETOF uuid
    LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
    RETURN QUERY
    WITH want AS (
        SELECT w.* FROM json_to_recordset(changes) AS w (id uuid, variant_id uuid, on_hand bigint, reserved bigint)
    ), locked AS (
        SELECT w.* FROM ordering_stock s JOIN want w ON w.variant_id = s.variant_id ORDER BY s.variant_id FOR UPDATE OF s
    ), moved AS (
        UPDATE ordering_stock s SET on_hand = s.on_hand + w.on_hand, reserved = s.reserved + w.reserved, updated_at = at,
            peak = greatest(s.peak, s.on_hand + w.on_hand - s.reserved - w.reserved)
        FROM locked w WHERE s.variant_id = w.variant_id
            AND s.reserved + w.reserved >= 0 AND s.on_hand + w.on_hand >= s.reserved + w.reserved
        RETURNING w.id, s.variant_id, w.on_hand AS on_hand_delta, w.reserved AS reserved_delta, s.on_hand, s.reserved
    ), logged AS (
        INSERT INTO ordering_stock_ledger (id, variant_id, reason, on_hand_delta, reserved_delta, on_hand, reserved, order_id, note, occurred_at, actor)
        SELECT m.id, m.variant_id, why, m.on_hand_delta, m.reserved_delta, m.on_hand, m.reserved, for_order, remark, at, who FROM moved m
    )
    SELECT m.variant_id FROM moved m;
END
$$;
-- +goose StatementEnd
