-- +goose Up
-- The changes of the addresses of accounts. A confirmed one keeps the former address, and holds it
-- for the account while the change can be undone; then the addresses are blanked. The pseudonym of
-- the former address stays for the erasure of the account, until another account takes the address.
CREATE TABLE identity_email_changes (
    id                TEXT        NOT NULL CONSTRAINT identity_email_changes_pkey PRIMARY KEY,
    user_id           TEXT        NOT NULL CONSTRAINT identity_email_changes_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    email             TEXT       ,
    address_id        TEXT        NOT NULL,
    former_email      TEXT       ,
    former_address_id TEXT       ,
    held              boolean     NOT NULL,
    requested_at      DATETIME    NOT NULL,
    confirmed_at      DATETIME   ,
    undone_at         DATETIME   ,
    CONSTRAINT identity_email_changes_confirmed_check CHECK ((confirmed_at IS NULL) = (former_address_id IS NULL)),
    CONSTRAINT identity_email_changes_undone_check CHECK (undone_at IS NULL OR (confirmed_at IS NOT NULL AND NOT held)),
    CONSTRAINT identity_email_changes_held_check CHECK (NOT held OR (former_email IS NOT NULL AND confirmed_at IS NOT NULL))
);
CREATE INDEX identity_email_changes_by_user ON identity_email_changes (user_id, requested_at);
CREATE INDEX identity_email_changes_by_former ON identity_email_changes (former_address_id) WHERE former_address_id IS NOT NULL;
CREATE INDEX identity_email_changes_held ON identity_email_changes (former_email) WHERE held;

ALTER TABLE identity_code_challenges ADD COLUMN change_id TEXT
    CONSTRAINT identity_code_challenges_change_id_fkey REFERENCES identity_email_changes (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX identity_code_challenges_by_change ON identity_code_challenges (change_id, purpose) WHERE change_id IS NOT NULL;
ALTER TABLE identity_code_challenges DROP CONSTRAINT identity_code_challenges_purpose_check;
ALTER TABLE identity_code_challenges ADD CONSTRAINT identity_code_challenges_purpose_check CHECK ((
    (purpose = 'registration' AND registration_id IS NOT NULL AND user_id IS NULL) OR
    (purpose = 'password' AND user_id IS NOT NULL AND registration_id IS NULL)) OR
    (purpose IN ('email_change', 'email_undo') AND user_id IS NOT NULL AND registration_id IS NULL AND change_id IS NOT NULL));

-- An address that is held for an account is no other account's. It is checked after the row is
-- written: by then a transaction that had the address before has ended.
-- +goose StatementBegin
CREATE TRIGGER identity_users_held_new AFTER INSERT ON identity_users WHEN EXISTS (
    SELECT 1 FROM identity_email_changes WHERE former_email = NEW.email AND held AND user_id <> NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'CHECK constraint failed: identity_users_held_check');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER identity_users_held_changed AFTER UPDATE OF email ON identity_users WHEN OLD.email <> NEW.email AND EXISTS (
    SELECT 1 FROM identity_email_changes WHERE former_email = NEW.email AND held AND user_id <> NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'CHECK constraint failed: identity_users_held_check');
END;
-- +goose StatementEnd
