-- +goose Up
-- What admins say of products and variants beside the fields that all have. names and choices are JSON; only a number has a unit.
CREATE TABLE catalog_attributes (
    id         uuid        NOT NULL CONSTRAINT catalog_attributes_pkey PRIMARY KEY,
    code       text        COLLATE "C" NOT NULL CONSTRAINT catalog_attributes_code_key UNIQUE,
    kind       text        NOT NULL CONSTRAINT catalog_attributes_kind_check CHECK (kind IN ('text', 'number', 'choice', 'boolean', 'date')),
    unit       text        CONSTRAINT catalog_attributes_unit_check CHECK (unit IS NULL OR kind = 'number'),
    names      text        NOT NULL,
    choices    text        NOT NULL,
    facet      boolean     NOT NULL CONSTRAINT catalog_attributes_facet_check CHECK (NOT facet OR kind IN ('number', 'choice', 'boolean')),
    searchable boolean     NOT NULL,
    shown      boolean     NOT NULL,
    position   bigint      NOT NULL CONSTRAINT catalog_attributes_position_check CHECK (position BETWEEN 0 AND 1000000),
    version    bigint      NOT NULL CONSTRAINT catalog_attributes_version_check CHECK (version > 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT catalog_attributes_id_kind_key UNIQUE (id, kind)
);

-- The values of attributes that a product has by itself or in a variant on sale, each once. active: the product is. number is a number in thousandths, or a date in days. The key with the kind keeps an attribute with values, and its kind.
CREATE TABLE catalog_attribute_values (
    attribute_id uuid    NOT NULL,
    kind         text    NOT NULL,
    value_key    text    COLLATE "C" NOT NULL CONSTRAINT catalog_attribute_values_value_key_check CHECK (value_key <> ''),
    product_id   uuid    NOT NULL CONSTRAINT catalog_attribute_values_product_id_fkey REFERENCES catalog_products (id),
    number       bigint  CONSTRAINT catalog_attribute_values_number_check CHECK ((number IS NOT NULL) = (kind IN ('number', 'date'))),
    active       boolean NOT NULL,
    CONSTRAINT catalog_attribute_values_pkey PRIMARY KEY (attribute_id, value_key, product_id),
    CONSTRAINT catalog_attribute_values_attribute_id_fkey FOREIGN KEY (attribute_id, kind) REFERENCES catalog_attributes (id, kind),
    CONSTRAINT catalog_attribute_values_boolean_check CHECK (kind <> 'boolean' OR value_key IN ('true', 'false'))
);
CREATE INDEX catalog_attribute_values_by_product ON catalog_attribute_values (product_id);
CREATE INDEX catalog_attribute_values_by_number ON catalog_attribute_values (attribute_id, number, product_id) WHERE number IS NOT NULL;

-- The values as they were entered, JSON: [{"code", "values"}].
ALTER TABLE catalog_products ADD COLUMN attributes text NOT NULL DEFAULT '[]';
ALTER TABLE catalog_variants ADD COLUMN attributes text NOT NULL DEFAULT '[]';
