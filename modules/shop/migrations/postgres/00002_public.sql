-- +goose Up
-- What ordering says of its shipping methods.
CREATE TABLE shop_shipping_methods (
    name    text   NOT NULL,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT shop_shipping_methods_pkey PRIMARY KEY (name)
);
