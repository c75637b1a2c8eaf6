-- +goose Up
-- How many wait behind dead deliveries: the figures of the queues.
CREATE INDEX deliveries_held ON deliveries (consumer, seq) WHERE held;
