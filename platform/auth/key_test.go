package auth_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// newKey makes a key in the form in which it is kept.
func newKey(scopes ...auth.Scope) (text string, k auth.APIKey) {
	text = auth.NewKey()
	return text, auth.APIKey{ID: id.New(), Hash: auth.HashKey(text), Scopes: auth.ScopesOf(scopes...), Version: 1}
}

func saveKey(t *testing.T, a *auth.Authority, db *gorm.DB, k auth.APIKey) {
	t.Helper()
	if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return a.SaveKey(t.Context(), tx, k) }); err != nil {
		t.Fatal(err)
	}
}

// scopesOf are the scopes that a key has at a process, or an error when it is refused.
func scopesOf(a *auth.Authority, text string) (auth.Scopes, error) {
	p, err := a.Verify(text)
	return p.Scopes, err
}

func TestNewKey(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^odk_[a-z2-7]{8}_[A-Za-z0-9_-]{43}$`)
	known := map[string]bool{}
	for range 1000 {
		key := auth.NewKey()
		if !form.MatchString(key) || known[key] || auth.KeyPrefix(key) != key[:12] || len(auth.HashKey(key)) != 64 {
			t.Fatalf("%q", key)
		}
		known[key] = true
	}
}

// A key counts from its commit until it expires or is revoked, with its newest scopes; nothing that
// is close to it does.
func TestKeys(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		keys := load(t, keysFile(t))
		a := newAuthority(db, keys, &now)
		text, k := newKey("orders:read", "stock:write")
		refused(t, a, "before it was saved", text)
		rollback := errors.New("rolled back")
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return errors.Join(a.SaveKey(t.Context(), tx, k), rollback) })
		if !errors.Is(err, rollback) {
			t.Fatal(err)
		}
		refused(t, a, "rolled back", text)
		saveKey(t, a, db, k)
		p, err := a.Verify(text)
		if err != nil || p.KeyID != k.ID || p.UserID != "" || p.Role != auth.RoleKey || p.Actor() != "key:"+k.ID || p.ID() != k.ID ||
			p.IsStaff() || a.StillValid(p) {
			t.Fatalf("%+v, %v", p, err)
		}
		for scope, want := range map[auth.Scope]bool{"orders:read": true, "orders:write": false, "stock:read": true, "self": false,
			"staff:read": false} {
			if p.MayUse(scope) != want {
				t.Errorf("it may use %s: %v", scope, !want)
			}
		}
		for _, bad := range []string{text[:len(text)-1], text + "x", strings.ToUpper(text), k.Hash, "odk_", auth.KeyPrefix(text), auth.NewKey(),
			" " + text} {
			refused(t, a, "close to a key", bad)
		}
		ends := now.Now().Add(time.Hour)
		k.Scopes, k.ExpiresAt, k.Version = "mails:read", &ends, 2
		saveKey(t, a, db, k)
		for what, process := range map[string]*auth.Authority{"here": a, "restarted": newAuthority(db, keys, &now)} {
			if got, err := scopesOf(process, text); err != nil || got != "mails:read" {
				t.Errorf("%s: %q, %v", what, got, err)
			}
		}
		now.Advance(time.Hour)
		refused(t, a, "expired", text)
		k.ExpiresAt, k.Version = nil, 3
		saveKey(t, a, db, k)
		if _, err := a.Verify(text); err != nil {
			t.Error(err)
		}
		k.Revoked, k.Version = true, 4
		saveKey(t, a, db, k)
		k.Revoked, k.Version = false, 3
		saveKey(t, a, db, k) // older
		refused(t, a, "revoked", text)
		refused(t, newAuthority(db, keys, &now), "revoked, after a restart", text)
	}, auth.Migrations())
}

// What becomes of a key counts on the other replica within a second, and requires no statement
// there for a request.
func TestKeysReachOtherReplicasWithinASecond(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			url := kit.NewURL(t, dialect, auth.Migrations())
			keys := load(t, keysFile(t))
			hereDB, thereDB := kit.Open(t, url, auth.Migrations()), kit.Open(t, url, auth.Migrations())
			here, there := newAuthority(hereDB, keys, clock.System()), newAuthority(thereDB, keys, clock.System())
			run(t, there)
			var took time.Duration
			for range 5 { // the machine may be busy with something else
				if took = keyReaches(t, here, there, hereDB); took <= time.Second {
					return
				}
			}
			t.Errorf("it took %v", took)
		})
	}
}

// keyReaches makes, changes and revokes a key here, and returns the longest time until one of it
// counted there.
func keyReaches(t *testing.T, here, there *auth.Authority, db *gorm.DB) (longest time.Duration) {
	t.Helper()
	text, k := newKey("orders:read")
	for _, change := range []struct {
		scopes  auth.Scopes
		revoked bool
	}{{"orders:read", false}, {"stock:read", false}, {"stock:read", true}} {
		k.Scopes, k.Revoked = change.scopes, change.revoked
		saveKey(t, here, db, k)
		k.Version++
		began := clock.System().Now()
		kit.Eventually(t, "the change counts on the other replica", func() error {
			if got, err := scopesOf(there, text); change.revoked != errors.Is(err, auth.ErrToken) || !change.revoked && got != change.scopes {
				return fmt.Errorf("%q, %w", got, err)
			}
			return nil
		})
		longest = max(longest, clock.System().Now().Sub(began))
	}
	return longest
}

// When a key was last used is known to the minute, and written once a minute at most. A replica
// whose clock is late takes no later use back.
func TestLastUseOfAKey(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		a := newAuthority(db, load(t, keysFile(t)), &now)
		text, k := newKey("orders:read")
		other, unused := newKey("orders:read")
		saveKey(t, a, db, k)
		saveKey(t, a, db, unused)
		run(t, a)
		for range 2 {
			before := now.Now().Truncate(time.Minute)
			if _, err := a.Verify(text); err != nil {
				t.Fatal(err)
			}
			kit.Eventually(t, "the use is saved", func() error {
				uses, err := a.KeyUses(db, k.ID, unused.ID)
				if err != nil || len(uses) != 1 || uses[k.ID].Before(before) || uses[k.ID].Truncate(time.Minute) != uses[k.ID] {
					return fmt.Errorf("%v, %w", uses, err)
				}
				return nil
			})
			now.Advance(5 * time.Minute)
		}
		latest, err := a.KeyUses(db, k.ID)
		if err != nil {
			t.Fatal(err)
		}
		late := newAuthority(db, load(t, keysFile(t)), new(clock.Shifted))
		run(t, late)
		for _, used := range []string{text, other} {
			if _, err := late.Verify(used); err != nil {
				t.Fatal(err)
			}
		}
		kit.Eventually(t, "the late replica has saved what it knows", func() error {
			uses, err := a.KeyUses(db, k.ID, unused.ID)
			if err == nil && len(uses) < 2 {
				err = errors.New("it has not")
			}
			if uses[k.ID] != latest[k.ID] {
				t.Fatalf("used %v, and then %v", latest, uses)
			}
			return err
		})
	}, auth.Migrations())
}

// Keys count at another database, with the latest change, and their uses there are known at home.
func TestKeysReachAnotherDatabase(t *testing.T) {
	t.Parallel()
	homeDB, otherDB := kit.Postgres(t, auth.Migrations(), eventbus.Migrations()), kit.Postgres(t, auth.Migrations(), eventbus.Migrations())
	keys := load(t, keysFile(t))
	home, other := newAuthority(homeDB, keys, clock.System()), newAuthority(otherDB, keys, clock.System())
	for db, a := range map[*gorm.DB]*auth.Authority{homeDB: home, otherDB: other} {
		bus := newBus(t, db, true)
		a.Subscribe(bus)
		start(t, bus)
	}
	run(t, other)
	text, k := newKey("orders:read")
	saveKey(t, home, homeDB, k)
	k.Scopes, k.Version = "stock:read", 2
	saveKey(t, home, homeDB, k)
	seen := eventbustest.Carry(t, homeDB, otherDB, 0)
	eventbustest.Drain(t, otherDB)
	var imported int64
	if err := otherDB.Raw("SELECT max(seq) FROM events").Scan(&imported).Error; err != nil {
		t.Fatal(err)
	}
	// The process learns of a key after the transaction that has written it.
	kit.Eventually(t, "the key is known", func() error {
		if got, err := scopesOf(other, text); err != nil || got != "stock:read" {
			return fmt.Errorf("%q, %w", got, err)
		}
		return nil
	})
	kit.Eventually(t, "the use is published", func() error {
		uses, err := other.KeyUses(otherDB, k.ID)
		if err != nil || len(uses) != 1 {
			return fmt.Errorf("%v, %w", uses, err)
		}
		return nil
	})
	eventbustest.Carry(t, otherDB, homeDB, imported)
	kit.Eventually(t, "the use is known at home", func() error {
		uses, err := home.KeyUses(homeDB, k.ID)
		if err != nil || uses[k.ID].IsZero() {
			return fmt.Errorf("%v, %w", uses, err)
		}
		return nil
	})
	k.Revoked, k.Version = true, 3
	saveKey(t, home, homeDB, k)
	eventbustest.Carry(t, homeDB, otherDB, seen)
	kit.Eventually(t, "it is revoked there too", func() error {
		if got, err := scopesOf(other, text); !errors.Is(err, auth.ErrToken) {
			return fmt.Errorf("%q, %w", got, err)
		}
		return nil
	})
}
