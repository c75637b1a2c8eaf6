-- +goose Up
CREATE TABLE shop_pages (
    kind              text   NOT NULL,
    locale            text   NOT NULL,
    version           bigint NOT NULL,
    slug              text,
    published_version bigint NOT NULL,
    is_published      boolean NOT NULL,
    draft_title       text,
    draft_text        text,
    draft_saved_at    timestamptz,
    updated_at        timestamptz NOT NULL,
    updated_by_id     uuid,
    updated_by_name   text,
    CONSTRAINT shop_pages_pkey PRIMARY KEY (kind, locale),
    CONSTRAINT shop_pages_slug_key UNIQUE (slug),
    CONSTRAINT shop_pages_kind_check CHECK (kind IN ('imprint', 'terms', 'privacy', 'withdrawal', 'shipping')),
    CONSTRAINT shop_pages_version_check CHECK (version > 0 AND published_version >= 0),
    CONSTRAINT shop_pages_published_check CHECK (NOT is_published OR published_version > 0),
    CONSTRAINT shop_pages_draft_check CHECK (
        (draft_title IS NULL) = (draft_text IS NULL) AND (draft_title IS NULL) = (draft_saved_at IS NULL)
    ),
    CONSTRAINT shop_pages_slug_check CHECK (slug IS NOT NULL OR (published_version = 0 AND draft_title IS NULL))
);

CREATE TABLE shop_page_versions (
    kind              text   NOT NULL,
    locale            text   NOT NULL,
    version           bigint NOT NULL,
    title             text   NOT NULL,
    text              text   NOT NULL,
    published_on      text   NOT NULL,
    published_by_id   uuid,
    published_by_name text,
    CONSTRAINT shop_page_versions_pkey PRIMARY KEY (kind, locale, version),
    CONSTRAINT shop_page_versions_page_fkey FOREIGN KEY (kind, locale) REFERENCES shop_pages (kind, locale),
    CONSTRAINT shop_page_versions_version_check CHECK (version > 0)
);
