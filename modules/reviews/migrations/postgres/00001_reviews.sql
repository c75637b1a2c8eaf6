-- +goose Up
CREATE TABLE reviews_products (
    id           uuid    NOT NULL CONSTRAINT reviews_products_pkey PRIMARY KEY,
    slug         text    NOT NULL,
    active       boolean NOT NULL,
    seq          bigint  NOT NULL,
    rating_sum   bigint  NOT NULL,
    rating_count bigint  NOT NULL,
    CONSTRAINT reviews_products_rating_check CHECK (rating_count >= 0 AND rating_sum BETWEEN rating_count AND 5 * rating_count)
);
CREATE INDEX reviews_products_by_slug ON reviews_products (slug) WHERE active;

CREATE TABLE reviews_authors (
    user_id      uuid    NOT NULL CONSTRAINT reviews_authors_pkey PRIMARY KEY,
    display_name text    NOT NULL,
    erased       boolean NOT NULL,
    seq          bigint  NOT NULL,
    CONSTRAINT reviews_authors_erased_check CHECK (NOT erased OR display_name = '')
);

CREATE TABLE reviews_purchases (
    user_id    uuid NOT NULL,
    product_id uuid NOT NULL,
    CONSTRAINT reviews_purchases_pkey PRIMARY KEY (user_id, product_id)
);

CREATE TABLE reviews_reviews (
    id         uuid        NOT NULL CONSTRAINT reviews_reviews_pkey PRIMARY KEY,
    product_id uuid        NOT NULL CONSTRAINT reviews_reviews_product_id_fkey REFERENCES reviews_products (id),
    user_id    uuid        NOT NULL CONSTRAINT reviews_reviews_user_id_fkey REFERENCES reviews_authors (user_id),
    rating     bigint      NOT NULL CONSTRAINT reviews_reviews_rating_check CHECK (rating BETWEEN 1 AND 5),
    message    text        NOT NULL CONSTRAINT reviews_reviews_message_check CHECK (message <> ''),
    status     text        NOT NULL CONSTRAINT reviews_reviews_status_check CHECK (status IN ('visible', 'hidden')),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT reviews_reviews_once_key UNIQUE (product_id, user_id)
);
CREATE INDEX reviews_reviews_of_product ON reviews_reviews (product_id, created_at DESC, id DESC) WHERE status = 'visible';
CREATE INDEX reviews_reviews_best ON reviews_reviews (product_id, rating DESC, created_at DESC, id DESC) WHERE status = 'visible';
CREATE INDEX reviews_reviews_worst ON reviews_reviews (product_id, rating, created_at DESC, id DESC) WHERE status = 'visible';
CREATE INDEX reviews_reviews_of_user ON reviews_reviews (user_id, created_at DESC, id DESC);
CREATE INDEX reviews_reviews_newest ON reviews_reviews (created_at DESC, id DESC);
CREATE INDEX reviews_reviews_by_status ON reviews_reviews (status, created_at DESC, id DESC);
