-- +goose Up
-- Why a review is hidden and who hid it, an actor of the log. Both are NULL in rows that were hidden before.
ALTER TABLE reviews_reviews ADD COLUMN hidden_reason TEXT CONSTRAINT reviews_reviews_hidden_reason_check CHECK (hidden_reason IS NULL OR status = 'hidden');
ALTER TABLE reviews_reviews ADD COLUMN hidden_by TEXT CONSTRAINT reviews_reviews_hidden_by_check CHECK (hidden_by IS NULL OR status = 'hidden');
-- The name is that of the next event of the product; `orderd events replay --consumer reviews.products --reset` fills it at once.
ALTER TABLE reviews_products ADD COLUMN name TEXT NOT NULL DEFAULT '';
-- What the staff searches, in lower case: SQLite folds ASCII only.
ALTER TABLE reviews_reviews ADD COLUMN search TEXT NOT NULL DEFAULT '';
UPDATE reviews_reviews SET search = lower(message);
