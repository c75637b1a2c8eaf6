-- +goose Up
-- What a request with an Idempotency-Key begins with: the key's lock, then the answer that was stored under it, if any. Each statement of the function sees what was
-- committed before it, the answer of a twin that held the lock a moment ago above all; one statement would see what was there before it asked for the lock.
-- +goose StatementBegin
CREATE FUNCTION http_claim(lock bigint, key bytea, expired timestamptz)
    RETURNS TABLE (taken boolean, known boolean, request bytea, status integer, location text, body text)
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(lock) THEN
        RETURN QUERY SELECT true, false, ''::bytea, 0, '', '';
        RETURN;
    END IF;
    DELETE FROM http_answers a WHERE a.id = key AND a.created_at <= expired;
    RETURN QUERY SELECT false, true, a.request, a.status, a.location, a.body FROM http_answers a WHERE a.id = key;
END
$$;
-- +goose StatementEnd
