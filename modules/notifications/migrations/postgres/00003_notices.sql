-- +goose Up
-- Which notices to the staff a member wants; what is not here is as notice.go says.
CREATE TABLE notifications_switches (
    user_id uuid    NOT NULL,
    kind    text    NOT NULL,
    inbox   boolean NOT NULL,
    mail    boolean NOT NULL,
    CONSTRAINT notifications_switches_pkey PRIMARY KEY (user_id, kind)
);

-- Notices that wait for the next mail to their user.
CREATE TABLE notifications_mail_lines (
    id         uuid     NOT NULL CONSTRAINT notifications_mail_lines_pkey PRIMARY KEY,
    user_id    uuid     NOT NULL,
    event_id   uuid     NOT NULL,
    kind       text     NOT NULL,
    title      text     NOT NULL,
    body       text     NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT notifications_mail_lines_event_key UNIQUE (user_id, event_id, kind)
);

-- The earliest time of the next mail to a user.
CREATE TABLE notifications_digests (
    user_id uuid     NOT NULL CONSTRAINT notifications_digests_pkey PRIMARY KEY,
    next_at timestamptz NOT NULL
);

-- The staff among all users.
CREATE INDEX notifications_users_staff ON notifications_users (user_id) WHERE role = 'admin' OR role_id <> '';
