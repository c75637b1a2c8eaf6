package auth_test

import (
	"path/filepath"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
)

func BenchmarkVerify(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "keys.pem")
	if err := auth.GenerateKeysFile(path); err != nil {
		b.Fatal(err)
	}
	keys, err := auth.LoadKeys(path)
	if err != nil {
		b.Fatal(err)
	}
	db, err := database.Open(b.Context(), database.Options{URL: "sqlite:" + filepath.Join(dir, "b.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = database.Close(db) }()
	if err := database.Migrate(b.Context(), db, []database.Migrations{auth.Migrations()}); err != nil {
		b.Fatal(err)
	}
	a := newAuthority(db, keys, clock.System())
	for name, many := range map[string]int{"one": 1, "more than the cache holds": 20_000} {
		tokens := make([]string, many)
		for i := range tokens {
			tokens[i], _, _ = a.Issue(newPrincipal(auth.RoleCustomer))
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := a.Verify(tokens[i%many]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	text, k := newKey("orders:read")
	if err := database.InTx(b.Context(), db, func(tx *gorm.DB) error { return a.SaveKey(b.Context(), tx, k) }); err != nil {
		b.Fatal(err)
	}
	b.Run("an API key", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := a.Verify(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}
