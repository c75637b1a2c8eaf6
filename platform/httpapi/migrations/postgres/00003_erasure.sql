-- +goose Up
-- What the erasure of an account looks for, among the answers of a week.
CREATE INDEX http_answers_caller_idx ON http_answers (caller) WHERE caller <> '';
CREATE INDEX http_answers_subject_idx ON http_answers (subject) WHERE subject <> '';
