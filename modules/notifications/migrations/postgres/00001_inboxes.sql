-- +goose Up
CREATE TABLE notifications_users (
    user_id    uuid    NOT NULL CONSTRAINT notifications_users_pkey PRIMARY KEY,
    address_id uuid,
    role       text    NOT NULL CONSTRAINT notifications_users_role_check CHECK (role IN ('customer', 'admin')),
    role_seq   bigint  NOT NULL,
    locale     text    NOT NULL CONSTRAINT notifications_users_locale_check CHECK (locale IN ('en', 'de')),
    locale_seq bigint  NOT NULL,
    disabled   boolean NOT NULL,
    access_seq bigint  NOT NULL,
    erased     boolean NOT NULL,
    CONSTRAINT notifications_users_erased_check CHECK (NOT erased OR address_id IS NULL)
);
CREATE INDEX notifications_users_by_address ON notifications_users (address_id);
CREATE INDEX notifications_users_admins ON notifications_users (user_id) WHERE role = 'admin';

CREATE TABLE notifications_inboxes (
    user_id     uuid    NOT NULL CONSTRAINT notifications_inboxes_pkey PRIMARY KEY,
    last_number bigint  NOT NULL CONSTRAINT notifications_inboxes_last_number_check CHECK (last_number >= 0),
    erased      boolean NOT NULL
);

CREATE TABLE notifications_items (
    id         uuid        NOT NULL CONSTRAINT notifications_items_pkey PRIMARY KEY,
    user_id    uuid        NOT NULL,
    number     bigint      NOT NULL CONSTRAINT notifications_items_number_check CHECK (number > 0),
    kind       text        NOT NULL,
    title      text        NOT NULL,
    body       text        NOT NULL,
    data       text        NOT NULL,
    read_at    timestamptz,
    created_at timestamptz NOT NULL,
    event_id   uuid        NOT NULL,
    CONSTRAINT notifications_items_number_key UNIQUE (user_id, number),
    CONSTRAINT notifications_items_event_key UNIQUE (user_id, event_id, kind)
);
CREATE INDEX notifications_items_unread ON notifications_items (user_id, number) WHERE read_at IS NULL;

-- One row: whoever writes into inboxes locks it first.
CREATE TABLE notifications_pen (
    held boolean NOT NULL CONSTRAINT notifications_pen_pkey PRIMARY KEY CONSTRAINT notifications_pen_check CHECK (held)
);
INSERT INTO notifications_pen (held) VALUES (TRUE);
