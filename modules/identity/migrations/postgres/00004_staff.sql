-- +goose Up
CREATE TABLE identity_roles (
    id         uuid        NOT NULL CONSTRAINT identity_roles_pkey PRIMARY KEY,
    name       text        NOT NULL CONSTRAINT identity_roles_name_key UNIQUE CONSTRAINT identity_roles_name_check CHECK (name <> ''),
    scopes     text        NOT NULL CONSTRAINT identity_roles_scopes_check CHECK (scopes <> ''),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

-- The built-in role: its members are the users with the role admin, and its scopes are all there are.
INSERT INTO identity_roles (id, name, scopes, created_at, updated_at)
VALUES ('019aa9d0-0000-7000-8000-000000000001', 'owner', '*', '2026-11-22 00:00:00+00:00', '2026-11-22 00:00:00+00:00');

-- A customer with a role is a member of the staff.
ALTER TABLE identity_users ADD COLUMN role_id uuid
    CONSTRAINT identity_users_role_id_fkey REFERENCES identity_roles (id)
    CONSTRAINT identity_users_role_id_check CHECK (role_id IS NULL OR role = 'customer' AND email_verified_at IS NOT NULL);
CREATE INDEX identity_users_by_role ON identity_users (role_id) WHERE role_id IS NOT NULL;

CREATE TABLE identity_invitations (
    id           uuid        NOT NULL CONSTRAINT identity_invitations_pkey PRIMARY KEY,
    email        text        NOT NULL,
    address_id   uuid        NOT NULL,
    full_name    text        NOT NULL,
    locale       text        NOT NULL CONSTRAINT identity_invitations_locale_check CHECK (locale IN ('en', 'de')),
    role_id      uuid        NOT NULL CONSTRAINT identity_invitations_role_id_fkey REFERENCES identity_roles (id),
    invited_by   text        NOT NULL,
    status       text        NOT NULL CONSTRAINT identity_invitations_status_check CHECK (status IN ('pending', 'accepted', 'revoked')),
    challenge_id uuid        NOT NULL CONSTRAINT identity_invitations_challenge_id_key UNIQUE,
    attempts     integer     NOT NULL CONSTRAINT identity_invitations_attempts_check CHECK (attempts BETWEEN 0 AND 5),
    expires_at   timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL
);
CREATE INDEX identity_invitations_newest ON identity_invitations (created_at DESC, id DESC);
CREATE INDEX identity_invitations_by_role ON identity_invitations (role_id);
CREATE INDEX identity_invitations_by_address ON identity_invitations (address_id);
CREATE UNIQUE INDEX identity_invitations_one_pending ON identity_invitations (address_id) WHERE status = 'pending';

ALTER TABLE identity_code_days ADD COLUMN invitation_attempts integer NOT NULL DEFAULT 0
    CONSTRAINT identity_code_days_invitation_attempts_check CHECK (invitation_attempts BETWEEN 0 AND 20);
