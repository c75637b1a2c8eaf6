-- +goose Up
-- Requests for codes that open guests' orders, in place of ordering_lookups: an order may have
-- several that live side by side, so that a request of a stranger ends no code of the buyer. Attempts
-- that name the request and those that name none are counted apart. code_id is the id that the code is
-- derived from: that of the request whose mail carries it.
CREATE TABLE ordering_lookup_requests (
    id               TEXT     NOT NULL CONSTRAINT ordering_lookup_requests_pkey PRIMARY KEY,
    order_id         TEXT     NOT NULL CONSTRAINT ordering_lookup_requests_order_id_fkey REFERENCES ordering_orders (id) ON DELETE CASCADE,
    guest_id         TEXT     NOT NULL,
    code_id          TEXT     NOT NULL,
    attempts         INTEGER  NOT NULL CONSTRAINT ordering_lookup_requests_attempts_check CHECK (attempts BETWEEN 0 AND 5),
    unnamed_attempts INTEGER  NOT NULL CONSTRAINT ordering_lookup_requests_unnamed_check CHECK (unnamed_attempts BETWEEN 0 AND 5),
    made_at          DATETIME NOT NULL,
    mailed_at        DATETIME,
    sent_at          DATETIME,
    expires_at       DATETIME NOT NULL,
    used_at          DATETIME
);
CREATE INDEX ordering_lookup_requests_by_guest ON ordering_lookup_requests (guest_id, made_at DESC, id DESC);
CREATE INDEX ordering_lookup_requests_by_order ON ordering_lookup_requests (order_id);
CREATE INDEX ordering_lookup_requests_by_code ON ordering_lookup_requests (code_id);
CREATE INDEX ordering_lookup_requests_by_end ON ordering_lookup_requests (expires_at);

INSERT INTO ordering_lookup_requests (id, order_id, guest_id, code_id, attempts, unnamed_attempts, made_at, mailed_at, sent_at, expires_at, used_at)
SELECT id, order_id, guest_id, id, attempts, attempts, made_at, made_at, sent_at, expires_at, used_at FROM ordering_lookups;

-- The attempts at codes on a day (UTC), by email and client network; those of all networks have the
-- network ''.
CREATE TABLE ordering_lookup_attempts (
    guest_id TEXT    NOT NULL,
    network  TEXT    NOT NULL,
    day      TEXT    NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT ordering_lookup_attempts_pkey PRIMARY KEY (guest_id, network),
    CONSTRAINT ordering_lookup_attempts_attempts_check CHECK (attempts BETWEEN 0 AND CASE WHEN network = '' THEN 200 ELSE 20 END)
);
CREATE INDEX ordering_lookup_attempts_by_day ON ordering_lookup_attempts (day);
