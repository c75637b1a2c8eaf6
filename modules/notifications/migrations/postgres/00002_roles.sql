-- +goose Up
-- The role of a customer who is one of the staff, or ''.
ALTER TABLE notifications_users ADD COLUMN role_id text NOT NULL DEFAULT '';

-- What the roles of the staff may do; scopes is '' for a deleted one.
CREATE TABLE notifications_roles (
    role_id uuid   NOT NULL CONSTRAINT notifications_roles_pkey PRIMARY KEY,
    scopes  text   NOT NULL,
    seq     bigint NOT NULL
);
