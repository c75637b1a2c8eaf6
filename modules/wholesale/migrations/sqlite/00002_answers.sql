-- +goose Up
-- The answer to the last question, as staff wrote it down. A question of before has no time.
ALTER TABLE wholesale_applications ADD COLUMN asked_at DATETIME
    CONSTRAINT wholesale_applications_asked_check CHECK (asked_at IS NULL OR question IS NOT NULL);
ALTER TABLE wholesale_applications ADD COLUMN answer TEXT
    CONSTRAINT wholesale_applications_answer_check CHECK (answer IS NULL OR question IS NOT NULL);
ALTER TABLE wholesale_applications ADD COLUMN answered_at DATETIME
    CONSTRAINT wholesale_applications_answered_check CHECK ((answer IS NULL) = (answered_at IS NULL));
