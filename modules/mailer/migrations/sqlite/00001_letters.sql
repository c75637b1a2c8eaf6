-- +goose Up
CREATE TABLE mailer_letters (
    id           TEXT        NOT NULL CONSTRAINT mailer_letters_pkey PRIMARY KEY,
    event_id     TEXT        NOT NULL CONSTRAINT mailer_letters_event_id_key UNIQUE,
    request_id   TEXT        NOT NULL,
    kind         TEXT        NOT NULL,
    locale       TEXT        NOT NULL CONSTRAINT mailer_letters_locale_check CHECK (locale IN ('en', 'de')),
    subject_id   TEXT,
    address_id   TEXT,
    recipient    TEXT        NOT NULL,
    data         TEXT        NOT NULL,
    challenge_id TEXT,
    purpose      TEXT,
    message_id   TEXT        NOT NULL,
    status       TEXT        NOT NULL CONSTRAINT mailer_letters_status_check CHECK (status IN ('queued', 'sent', 'failed')),
    attempts     INTEGER     NOT NULL,
    last_error   TEXT,
    due_at       DATETIME    NOT NULL,
    give_up_at   DATETIME    NOT NULL,
    claim        TEXT,
    created_at   DATETIME    NOT NULL,
    sent_at      DATETIME,
    CONSTRAINT mailer_letters_sent_check CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
    CONSTRAINT mailer_letters_claim_check CHECK (claim IS NULL OR status = 'queued'),
    CONSTRAINT mailer_letters_code_check CHECK ((challenge_id IS NULL) = (purpose IS NULL)),
    CONSTRAINT mailer_letters_erased_check CHECK ((recipient = '') = (address_id IS NULL))
);
CREATE INDEX mailer_letters_due ON mailer_letters (due_at) WHERE status = 'queued';
CREATE INDEX mailer_letters_by_status ON mailer_letters (status, id);
CREATE INDEX mailer_letters_by_subject ON mailer_letters (subject_id);
CREATE INDEX mailer_letters_by_address ON mailer_letters (address_id);

CREATE TABLE mailer_erasures (
    subject_id TEXT        NOT NULL CONSTRAINT mailer_erasures_pkey PRIMARY KEY,
    erased_at  DATETIME    NOT NULL
);

-- Its one row is locked by who queues letters (shared) and by who erases: neither misses what the other has not committed yet.
CREATE TABLE mailer_gate (
    id INTEGER NOT NULL CONSTRAINT mailer_gate_pkey PRIMARY KEY CONSTRAINT mailer_gate_check CHECK (id = 1)
);
INSERT INTO mailer_gate (id) VALUES (1);
