-- +goose Up
CREATE INDEX payments_tasks_by_status ON payments_tasks (status, id DESC);
