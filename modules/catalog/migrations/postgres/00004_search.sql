-- +goose Up
-- The dictionary: every word that was ever shown, and how often it stands in the index.
CREATE TABLE catalog_words (
    id   bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT catalog_words_pkey PRIMARY KEY,
    word text   COLLATE "C" NOT NULL CONSTRAINT catalog_words_word_key UNIQUE,
    uses bigint NOT NULL
);

-- The inverted index of the active products. A weight stands for the field that the word is in.
CREATE TABLE catalog_index (
    product_id uuid    NOT NULL CONSTRAINT catalog_index_product_id_fkey REFERENCES catalog_products (id),
    word       text    COLLATE "C" NOT NULL,
    weight     integer NOT NULL,
    CONSTRAINT catalog_index_pkey PRIMARY KEY (product_id, word, weight)
);
CREATE INDEX catalog_index_by_word ON catalog_index (word, weight DESC, product_id DESC);

-- One for each order of a list of active products, and for admins' lists of the others.
CREATE INDEX catalog_products_newest ON catalog_products (created_at DESC, id DESC) WHERE status = 'active';
CREATE INDEX catalog_products_price ON catalog_products (price_from, id) WHERE status = 'active';
CREATE INDEX catalog_products_dearest ON catalog_products ((price_from = 100000000000000), price_from DESC, id DESC) WHERE status = 'active'; -- those without a price last
CREATE INDEX catalog_products_name ON catalog_products (name_key, id) WHERE status = 'active';
CREATE INDEX catalog_products_rating ON catalog_products (rating DESC, rating_count DESC, id DESC) WHERE status = 'active';
CREATE INDEX catalog_products_units ON catalog_products (units DESC, id DESC) WHERE status = 'active';
CREATE INDEX catalog_products_drafts ON catalog_products (created_at DESC, id DESC) WHERE status = 'draft';
CREATE INDEX catalog_products_archived ON catalog_products (created_at DESC, id DESC) WHERE status = 'archived';
