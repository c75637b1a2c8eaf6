// Package id makes and checks identifiers: UUIDs in the canonical lower-case form.
package id

import (
	"strings"

	"github.com/google/uuid"
)

// New makes a UUIDv7 (RFC 9562): ids made later sort later, which keeps indexes dense.
func New() string { return uuid.Must(uuid.NewV7()).String() }

// Valid tells whether s is a UUID in its canonical form. Ids from paths and bodies pass through it before a query sees them: PostgreSQL
// would take other spellings of one for the same id, SQLite and maps would not.
func Valid(s string) bool {
	if len(s) != 36 || s != strings.ToLower(s) {
		return false
	}
	_, err := uuid.Parse(s)
	return err == nil
}

// names is the namespace of Derive.
var names = uuid.MustParse("6f7264d2-7264-5d65-8d6e-616d65000000")

// Derive is the stable id of what the parts name: the same parts give the same id, here and in other modules.
func Derive(parts ...string) string {
	return uuid.NewSHA1(names, []byte(strings.Join(parts, "\x00"))).String()
}

// NormalizeEmail is the form in which addresses are compared: trimmed and in lower case.
func NormalizeEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
