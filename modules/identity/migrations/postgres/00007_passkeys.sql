-- +goose Up
-- The public half of a factor of kind passkey. The counter only grows, or stays 0.
CREATE TABLE identity_passkeys (
    factor_id       uuid    NOT NULL CONSTRAINT identity_passkeys_pkey PRIMARY KEY
                            CONSTRAINT identity_passkeys_factor_id_fkey REFERENCES identity_factors (id) ON DELETE CASCADE,
    credential_id   bytea   NOT NULL CONSTRAINT identity_passkeys_credential_id_key UNIQUE
                            CONSTRAINT identity_passkeys_credential_id_check CHECK (length(credential_id) BETWEEN 1 AND 1023),
    public_key      bytea   NOT NULL,
    sign_count      bigint  NOT NULL CONSTRAINT identity_passkeys_sign_count_check CHECK (sign_count >= 0),
    backup_eligible boolean NOT NULL,
    transports      text    NOT NULL
);
