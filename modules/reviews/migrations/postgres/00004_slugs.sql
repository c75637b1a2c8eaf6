-- +goose Up
-- The slugs that products have or had, each with the last product that took it. Those of before come from the log.
CREATE TABLE reviews_slugs (
    slug       text NOT NULL CONSTRAINT reviews_slugs_pkey PRIMARY KEY,
    product_id uuid NOT NULL,
    seq        bigint NOT NULL
);
INSERT INTO reviews_slugs (slug, product_id, seq)
SELECT CAST(e.payload AS jsonb) ->> 'slug', CAST(CAST(e.payload AS jsonb) ->> 'productId' AS uuid), e.seq
FROM events e
WHERE e.seq IN (SELECT max(e.seq) FROM events e WHERE e.name = 'catalog.product_saved.v1' GROUP BY CAST(e.payload AS jsonb) ->> 'slug');
