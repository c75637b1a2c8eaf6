-- +goose Up
CREATE TABLE mailer_letters (
    id           uuid        NOT NULL CONSTRAINT mailer_letters_pkey PRIMARY KEY,
    event_id     uuid        NOT NULL CONSTRAINT mailer_letters_event_id_key UNIQUE,
    request_id   text        NOT NULL,
    kind         text        NOT NULL,
    locale       text        NOT NULL CONSTRAINT mailer_letters_locale_check CHECK (locale IN ('en', 'de')),
    subject_id   uuid,
    address_id   uuid,
    recipient    text        NOT NULL,
    data         text        NOT NULL,
    challenge_id uuid,
    purpose      text,
    message_id   text        NOT NULL,
    status       text        NOT NULL CONSTRAINT mailer_letters_status_check CHECK (status IN ('queued', 'sent', 'failed')),
    attempts     integer     NOT NULL,
    last_error   text,
    due_at       timestamptz NOT NULL,
    give_up_at   timestamptz NOT NULL,
    claim        uuid,
    created_at   timestamptz NOT NULL,
    sent_at      timestamptz,
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
    subject_id uuid        NOT NULL CONSTRAINT mailer_erasures_pkey PRIMARY KEY,
    erased_at  timestamptz NOT NULL
);

-- Its one row is locked by who queues letters (shared) and by who erases: neither misses what the other has not committed yet.
CREATE TABLE mailer_gate (
    id integer NOT NULL CONSTRAINT mailer_gate_pkey PRIMARY KEY CONSTRAINT mailer_gate_check CHECK (id = 1)
);
INSERT INTO mailer_gate (id) VALUES (1);
