package httpapi

import (
	"embed"

	"orderd/platform/database"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the tables of stored responses and of shared rate limits.
func Migrations() database.Migrations {
	return database.Migrations{Name: "http", FS: migrations}
}
