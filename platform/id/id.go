// Package id makes and checks identifiers: UUIDs in the canonical lower-case form. It also owns the
// forms in which email addresses and names are compared. Enter by New and Valid.
package id

import (
	"strings"

	"github.com/google/uuid"
)

// New makes a UUIDv7 (RFC 9562). Ids made later sort later, which keeps indexes dense.
func New() string { return uuid.Must(uuid.NewV7()).String() }

// Valid reports whether s is a UUID in its canonical form. Check ids from paths and bodies with it
// before a query: PostgreSQL takes other spellings for the same id, SQLite and maps do not.
func Valid(s string) bool {
	if len(s) != 36 || s != strings.ToLower(s) {
		return false
	}
	_, err := uuid.Parse(s)
	return err == nil
}

// derivedNamespace is the namespace of Derive (RFC 9562, section 6.6).
var derivedNamespace = uuid.MustParse("6f7264d2-7264-5d65-8d6e-616d65000000")

// Derive returns the id of the thing that the parts name: the same parts give the same id
// everywhere.
func Derive(parts ...string) string {
	return uuid.NewSHA1(derivedNamespace, []byte(strings.Join(parts, "\x00"))).String()
}
