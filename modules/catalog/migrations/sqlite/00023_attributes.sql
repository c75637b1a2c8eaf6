-- +goose Up
-- What admins say of products and variants beside the fields that all have. names and choices are JSON; only a number has a unit.
CREATE TABLE catalog_attributes (
    id         TEXT        NOT NULL CONSTRAINT catalog_attributes_pkey PRIMARY KEY,
    code       TEXT        NOT NULL CONSTRAINT catalog_attributes_code_key UNIQUE,
    kind       TEXT        NOT NULL CONSTRAINT catalog_attributes_kind_check CHECK (kind IN ('text', 'number', 'choice', 'boolean', 'date')),
    unit       TEXT        CONSTRAINT catalog_attributes_unit_check CHECK (unit IS NULL OR kind = 'number'),
    names      TEXT        NOT NULL,
    choices    TEXT        NOT NULL,
    facet      BOOLEAN     NOT NULL CONSTRAINT catalog_attributes_facet_check CHECK (NOT facet OR kind IN ('number', 'choice', 'boolean')),
    searchable BOOLEAN     NOT NULL,
    shown      BOOLEAN     NOT NULL,
    position   INTEGER     NOT NULL CONSTRAINT catalog_attributes_position_check CHECK (position BETWEEN 0 AND 1000000),
    version    INTEGER     NOT NULL CONSTRAINT catalog_attributes_version_check CHECK (version > 0),
    created_at DATETIME    NOT NULL,
    updated_at DATETIME    NOT NULL,
    CONSTRAINT catalog_attributes_id_kind_key UNIQUE (id, kind)
);

-- The values of attributes that a product has by itself or in a variant on sale, each once. active: the product is. number is a number in thousandths, or a date in days. The key with the kind keeps an attribute with values, and its kind.
CREATE TABLE catalog_attribute_values (
    attribute_id TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    value_key    TEXT    NOT NULL CONSTRAINT catalog_attribute_values_value_key_check CHECK (value_key <> ''),
    product_id   TEXT    NOT NULL CONSTRAINT catalog_attribute_values_product_id_fkey REFERENCES catalog_products (id),
    number       INTEGER CONSTRAINT catalog_attribute_values_number_check CHECK ((number IS NOT NULL) = (kind IN ('number', 'date'))),
    active       BOOLEAN NOT NULL,
    CONSTRAINT catalog_attribute_values_pkey PRIMARY KEY (attribute_id, value_key, product_id),
    CONSTRAINT catalog_attribute_values_attribute_id_fkey FOREIGN KEY (attribute_id, kind) REFERENCES catalog_attributes (id, kind),
    CONSTRAINT catalog_attribute_values_boolean_check CHECK (kind <> 'boolean' OR value_key IN ('true', 'false'))
);
CREATE INDEX catalog_attribute_values_by_product ON catalog_attribute_values (product_id);
CREATE INDEX catalog_attribute_values_by_number ON catalog_attribute_values (attribute_id, number, product_id) WHERE number IS NOT NULL;

-- The values as they were entered, JSON: [{"code", "values"}].
ALTER TABLE catalog_products ADD COLUMN attributes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE catalog_variants ADD COLUMN attributes TEXT NOT NULL DEFAULT '[]';
