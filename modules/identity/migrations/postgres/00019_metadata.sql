-- +goose Up
-- What other systems know of a user, JSON: values by keys. It goes with the account.
ALTER TABLE identity_users ADD COLUMN metadata text NOT NULL DEFAULT '{}';

-- Its values, for the filters of lists.
CREATE TABLE identity_user_metadata (
    user_id uuid NOT NULL CONSTRAINT identity_user_metadata_user_id_fkey REFERENCES identity_users (id) ON DELETE CASCADE,
    key     text COLLATE "C" NOT NULL CONSTRAINT identity_user_metadata_key_check CHECK (length(key) BETWEEN 1 AND 40),
    value   text COLLATE "C" NOT NULL CONSTRAINT identity_user_metadata_value_check CHECK (length(value) BETWEEN 1 AND 500),
    CONSTRAINT identity_user_metadata_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX identity_user_metadata_by_value ON identity_user_metadata (key, value, user_id);
