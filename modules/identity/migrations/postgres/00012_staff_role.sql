-- +goose Up
-- A member of the staff who is no admin has the role staff. A binary from before writes customer,
-- and knows the staff by role_id.
ALTER TABLE identity_users DROP CONSTRAINT identity_users_role_check;
ALTER TABLE identity_users ADD CONSTRAINT identity_users_role_check CHECK (role IN ('customer', 'staff', 'admin'));
ALTER TABLE identity_users DROP CONSTRAINT identity_users_role_id_check;
ALTER TABLE identity_users ADD CONSTRAINT identity_users_role_id_check CHECK ((role_id IS NULL OR role = 'customer' AND email_verified_at IS NOT NULL) OR role = 'staff');
UPDATE identity_users SET role = 'staff' WHERE role_id IS NOT NULL;
