-- +goose Up
-- Up to which product the weights from before events had them are published. One row.
CREATE TABLE catalog_former_weights (
    id   INTEGER NOT NULL CONSTRAINT catalog_former_weights_pkey PRIMARY KEY CONSTRAINT catalog_former_weights_id_check CHECK (id = 1),
    last TEXT NOT NULL,
    done boolean NOT NULL
);
INSERT INTO catalog_former_weights SELECT 1, '00000000-0000-0000-0000-000000000000',
    NOT EXISTS (SELECT 1 FROM catalog_variants WHERE weight_grams IS NOT NULL);
