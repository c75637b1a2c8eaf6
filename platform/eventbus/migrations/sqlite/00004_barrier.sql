-- +goose Up
-- deliveries.request_id is the key of the read-your-writes wait that a delivery belongs to: the twin of this file says why. Nothing changes here.
SELECT 1;
