-- +goose Up
-- The goods of a withdrawal come back once: it has one return at most that was not rejected.
CREATE UNIQUE INDEX ordering_returns_one_of_withdrawal ON ordering_returns (withdrawal_id)
    WHERE withdrawal_id IS NOT NULL AND status <> 'rejected';
