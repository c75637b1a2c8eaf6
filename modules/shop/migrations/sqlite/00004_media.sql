-- +goose Up
-- The pictures that the profile may name, a copy of those of media.
CREATE TABLE shop_media (
    media_id   text    NOT NULL,
    url        text    NOT NULL,
    width      integer NOT NULL,
    height     integer NOT NULL,
    renditions text    NOT NULL,
    released   boolean NOT NULL,
    CONSTRAINT shop_media_pkey PRIMARY KEY (media_id)
);
