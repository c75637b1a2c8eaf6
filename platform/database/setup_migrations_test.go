package database_test

import (
	"testing/fstest"

	"orderd/platform/database"
)

// shop is a schema with one constraint of each kind.
var shop = database.Migrations{Name: "shop", FS: fstest.MapFS{
	"migrations/sqlite/00001_shop.sql": {Data: []byte(`-- +goose Up
CREATE TABLE shop_brands (id TEXT PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL, made_at DATETIME NOT NULL, gone_at DATETIME,
	CONSTRAINT shop_brands_slug_key UNIQUE (slug), CONSTRAINT shop_brands_name_check CHECK (name <> ''));
CREATE UNIQUE INDEX shop_brands_lower_key ON shop_brands (lower(name));
CREATE TABLE shop_products (id TEXT PRIMARY KEY, brand_id TEXT NOT NULL REFERENCES shop_brands (id) ON DELETE RESTRICT,
	stock INTEGER NOT NULL DEFAULT 0);
CREATE TABLE shop_labels (brand_id TEXT NOT NULL REFERENCES shop_brands (id) DEFERRABLE INITIALLY DEFERRED, text TEXT NOT NULL);
`)},
	"migrations/postgres/00001_shop.sql": {Data: []byte(`-- +goose Up
CREATE TABLE shop_brands (id uuid PRIMARY KEY, slug text NOT NULL, name text NOT NULL, made_at timestamptz NOT NULL, gone_at timestamptz,
	CONSTRAINT shop_brands_slug_key UNIQUE (slug), CONSTRAINT shop_brands_name_check CHECK (name <> ''));
CREATE UNIQUE INDEX shop_brands_lower_key ON shop_brands (lower(name));
CREATE TABLE shop_products (id uuid PRIMARY KEY, brand_id uuid NOT NULL REFERENCES shop_brands (id) ON DELETE RESTRICT,
	stock bigint NOT NULL DEFAULT 0);
CREATE TABLE shop_labels (brand_id uuid NOT NULL REFERENCES shop_brands (id) DEFERRABLE INITIALLY DEFERRED, text text NOT NULL);
`)},
}}
