-- +goose Up
-- What this database has sent to others: one row, made when the relay first leads. database_id is the name of this log, whatever its source is called;
-- history is a JSON array of the names that it had before (orderd events renew-source), each with the last ordinal that was assigned under it.
CREATE TABLE event_carrier (
    one         boolean     NOT NULL DEFAULT TRUE,
    source      text        NOT NULL,
    database_id uuid        NOT NULL,
    history     text        NOT NULL DEFAULT '[]',
    assigned    bigint      NOT NULL DEFAULT 0, -- the last ordinal that has an event
    acked       bigint      NOT NULL DEFAULT 0, -- the last that the stream has acknowledged, with all before it
    round       bigint      NOT NULL DEFAULT 0, -- grows whenever ordinals are sent again
    refused     text        NOT NULL DEFAULT '', -- why this database must not send any more
    holder      text        NOT NULL DEFAULT '',
    lease       timestamptz NOT NULL DEFAULT 'epoch',
    CONSTRAINT event_carrier_pkey PRIMARY KEY (one),
    CONSTRAINT event_carrier_one_check CHECK (one),
    CONSTRAINT event_carrier_assigned_check CHECK (acked >= 0 AND assigned >= acked)
) WITH (fillfactor = 50);

-- Which event an ordinal stands for. It never changes: it is the way back when others ask for what they lack.
CREATE TABLE event_sent (
    ordinal bigint NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT event_sent_pkey PRIMARY KEY (ordinal)
);

-- How far each source is taken into this database.
CREATE TABLE event_sources (
    source      text        NOT NULL,
    database_id text        NOT NULL DEFAULT '', -- empty until the source is heard
    ordinal     bigint      NOT NULL DEFAULT 0,
    stream_seq  bigint      NOT NULL DEFAULT 0, -- where to go on reading; a hint
    renewed     boolean     NOT NULL DEFAULT FALSE, -- its log was restored: events may come that are here
    holder      text        NOT NULL DEFAULT '',
    lease       timestamptz NOT NULL DEFAULT 'epoch',
    CONSTRAINT event_sources_pkey PRIMARY KEY (source),
    CONSTRAINT event_sources_ordinal_check CHECK (ordinal >= 0 AND stream_seq >= 0)
) WITH (fillfactor = 50);

-- Subjects that were erased: their events that come later come blank.
CREATE TABLE event_erasures (
    subject   text        NOT NULL,
    erased_at timestamptz NOT NULL,
    CONSTRAINT event_erasures_pkey PRIMARY KEY (subject)
);

-- carrier_assign renews the lease of a holder, notes what the stream has acknowledged, gives the oldest queued events the next ordinals while fewer than
-- room wait to be sent, and returns what is to be sent: first a row with assigned alone, then the events after acked_to. It returns no row to whom
-- another holder has followed. Ordinals follow the sequence among what is visible: the publisher of a key's earlier event held its lock until it
-- committed, so no event of a key can appear behind a later one.
--
-- It is a function for its settings, as deliveries_due is: the queue goes from empty to many thousands of rows and back.
-- +goose StatementBegin
CREATE FUNCTION carrier_assign(me text, acked_to bigint, in_round bigint, seconds double precision, room bigint, at_most integer)
    RETURNS TABLE (assigned_to bigint, ordinal bigint, id text, name text, key text, subject text, payload text, personal text, occurred_at timestamptz,
        request_id text, causation text, actor text, trace text)
    LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
    SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
    base  bigint;
    added bigint;
BEGIN
    UPDATE event_carrier c SET acked = acked_to, round = in_round, lease = clock_timestamp() + make_interval(secs => seconds)
        WHERE c.holder = me RETURNING c.assigned INTO base;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    IF base - acked_to < room THEN
        WITH due AS MATERIALIZED (
            SELECT d.seq FROM deliveries d WHERE d.consumer = 'carrier' ORDER BY d.seq LIMIT at_most
        ), gone AS (
            DELETE FROM deliveries d USING due WHERE d.consumer = 'carrier' AND d.seq = due.seq
        ), made AS (
            INSERT INTO event_sent (ordinal, seq) SELECT base + row_number() OVER (ORDER BY due.seq), due.seq FROM due RETURNING 1
        )
        SELECT count(*) INTO added FROM made;
        IF added > 0 THEN
            base := base + added;
            UPDATE event_carrier c SET assigned = base WHERE c.holder = me;
        END IF;
    END IF;
    RETURN QUERY SELECT base, NULL::bigint, '', '', '', '', '', '', NULL::timestamptz, '', '', '', '';
    RETURN QUERY
    SELECT base, s.ordinal, coalesce(e.id::text, ''), coalesce(e.name, ''), coalesce(e.key, ''), coalesce(e.subject, ''), coalesce(e.payload, ''),
        coalesce(e.personal, ''), e.occurred_at, coalesce(e.request_id, ''), coalesce(e.causation::text, ''), coalesce(e.actor, ''), coalesce(e.trace, '')
    FROM event_sent s LEFT JOIN events e ON e.seq = s.seq WHERE s.ordinal > acked_to ORDER BY s.ordinal LIMIT at_most;
END
$$;
-- +goose StatementEnd
