package search

import (
	"embed"

	"orderd/platform/database"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the tables of all indexes.
func Migrations() database.Migrations {
	return database.Migrations{Name: "search", FS: migrations}
}
