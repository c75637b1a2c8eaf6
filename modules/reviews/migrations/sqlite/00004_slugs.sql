-- +goose Up
-- The slugs that products have or had, each with the last product that took it. Those of before come from the log.
CREATE TABLE reviews_slugs (
    slug       TEXT NOT NULL CONSTRAINT reviews_slugs_pkey PRIMARY KEY,
    product_id TEXT NOT NULL,
    seq        INTEGER NOT NULL
);
INSERT INTO reviews_slugs (slug, product_id, seq)
SELECT json_extract(e.payload, '$.slug'), json_extract(e.payload, '$.productId'), e.seq
FROM events e
WHERE e.seq IN (SELECT max(e.seq) FROM events e WHERE e.name = 'catalog.product_saved.v1' GROUP BY json_extract(e.payload, '$.slug'));
