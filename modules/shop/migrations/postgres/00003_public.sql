-- +goose Up
-- What ordering says of its shipping methods.
CREATE TABLE shop_shipping_methods (
    name    text   NOT NULL,
    version bigint NOT NULL,
    value   text   NOT NULL,
    seq     bigint NOT NULL,
    CONSTRAINT shop_shipping_methods_pkey PRIMARY KEY (name)
);

-- What the public data of the shop is made of (platform/copies).
CREATE VIEW shop_public AS
SELECT name, version, field_values AS value, 0 AS seq FROM shop_groups
UNION ALL
SELECT name, version, value, seq FROM shop_shipping_methods
UNION ALL
SELECT 'page ' || p.kind || ' ' || p.locale, p.version, json_build_object(
    'kind', p.kind, 'locale', p.locale, 'slug', p.slug, 'title', v.title, 'publishedOn', v.published_on
)::text, 0
FROM shop_pages p
LEFT JOIN shop_page_versions v
    ON p.is_published AND v.kind = p.kind AND v.locale = p.locale AND v.version = p.published_version;
