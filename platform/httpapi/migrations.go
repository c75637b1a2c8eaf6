package httpapi

import (
	"embed"
	"io/fs"

	"orderd/platform/database"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the tables of stored answers and of shared rate limits.
func Migrations() database.Migrations {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return database.Migrations{Name: "http", FS: sub}
}
