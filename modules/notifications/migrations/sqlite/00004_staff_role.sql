-- +goose Up
-- A member of the staff who is no admin has the role staff. A binary from before writes customer,
-- and knows the staff by role_id.
ALTER TABLE notifications_users DROP CONSTRAINT notifications_users_role_check;
ALTER TABLE notifications_users ADD CONSTRAINT notifications_users_role_check CHECK (role IN ('customer', 'staff', 'admin'));
UPDATE notifications_users SET role = 'staff' WHERE role_id <> '';
