package pseudonym_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"orderd/platform/id"
	"orderd/platform/pseudonym"
	"orderd/platform/secret"
	"orderd/test/kit"
)

const (
	older = "older-older-older-older-older-older"
	newer = "newer-newer-newer-newer-newer-newer"
	email = "ada@example.com"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Rows of today must be found in years: the derivation never changes.
func TestOfEmailIsStable(t *testing.T) {
	t.Parallel()
	k := pseudonym.Derived(secret.New(older))
	got := k.OfEmail(email)
	if want := "406ed56d-824d-8775-bc56-ebceae289308"; got != want {
		t.Errorf("got %s", got)
	}
	if k.OfEmail("  ADA@Example.com ") != got || !id.Valid(got) || uuid.MustParse(got).Version() != 8 {
		t.Errorf("%s is not the one id of the address", got)
	}
	if k.OfEmail("bob@example.com") == got || pseudonym.Derived(secret.New(newer)).OfEmail(email) == got || pseudonym.Unkeyed(email) == got {
		t.Error("the id does not depend on the address and the key")
	}
}

func open(t *testing.T, db *gorm.DB, secrets ...string) *pseudonym.Key {
	t.Helper()
	k := pseudonym.New(secret.New(secrets...))
	if err := k.Open(t.Context(), db, noon); err != nil {
		t.Fatal(err)
	}
	return k
}

// The ids outlive the secret: a new first secret encrypts the key again, and then the old one may
// go.
func TestIDsOutliveTheSecret(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		before := open(t, db, older).OfEmail(email)
		for _, secrets := range [][]string{{older, newer}, {newer, older}, {newer}} {
			if got := open(t, db, secrets...).OfEmail(email); got != before {
				t.Errorf("%q: another id", secrets)
			}
		}
		if err := pseudonym.New(secret.New(older)).Open(t.Context(), db, noon); !errors.Is(err, pseudonym.ErrSealed) {
			t.Errorf("a secret that was replaced still opens the key: %v", err)
		}
		var sealed []string
		if err := db.Table("pseudonym_keys").Pluck("sealed", &sealed).Error; err != nil || len(sealed) != 1 || len(sealed[0]) < 60 {
			t.Error(sealed, err)
		}
	}, pseudonym.Migrations())
}

// Databases that start with the same secret give an address the same id, and replicas that start at
// once make one key.
func TestOneKey(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var wait sync.WaitGroup
		for i := range 8 {
			k := pseudonym.New(secret.New([]string{older, newer}[i%2], []string{newer, older}[i%2]))
			wait.Go(func() {
				if err := k.Open(t.Context(), db, noon); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		got := open(t, db, older, newer).OfEmail(email)
		if got != open(t, db, newer, older).OfEmail(email) {
			t.Error("two keys")
		}
		if got != pseudonym.Derived(secret.New(older)).OfEmail(email) && got != pseudonym.Derived(secret.New(newer)).OfEmail(email) {
			t.Error("the key does not follow from the secret")
		}
	}, pseudonym.Migrations())
}

func TestNotOpened(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	pseudonym.New(secret.New(older)).OfEmail(email)
}
