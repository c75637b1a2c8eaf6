package auth_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// testdata holds the events that sites exchange.
func TestContract(t *testing.T) {
	t.Parallel()
	eventbustest.Golden(t, "testdata", auth.SessionRevoked{
		SessionID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", NewRole: auth.RoleCustomer,
		ExpiresAt: time.Date(2026, 11, 22, 15, 0, 0, 123456000, time.UTC),
	}, auth.KeySaved{
		KeyID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", Hash: auth.HashKey("an example"), Scopes: "orders:read stock:write",
		ExpiresAt: new(time.Date(2027, 11, 22, 15, 0, 0, 0, time.UTC)), Version: 2,
	}, auth.KeyUsed{KeyID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", UsedAt: time.Date(2026, 11, 22, 15, 4, 0, 0, time.UTC)})
}

// newBus makes a bus on db that is not started. With an outbox db shares its events.
func newBus(t *testing.T, db *gorm.DB, outbox bool) *eventbus.Bus {
	t.Helper()
	bus, err := eventbus.New(db, eventbus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if outbox {
		bus.AttachOutbox(eventbus.Outbox{Name: "sender"})
	}
	return bus
}

func start(t *testing.T, bus *eventbus.Bus) {
	t.Helper()
	if err := bus.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bus.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// A service with one database publishes no revocation.
func TestRevokePublishesNothingWithoutOtherDatabases(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		start(t, newBus(t, db, false))
		a := newAuthority(db, load(t, keysFile(t)), clock.System())
		p := newPrincipal(auth.RoleCustomer)
		token := issue(t, a, p)
		revoke(t, a, db, "", p.SessionID)
		refused(t, a, "of an ended session", token)
		var n int64
		if err := db.Table("events").Count(&n).Error; err != nil || n != 0 {
			t.Errorf("%d events, %v", n, err)
		}
	}, auth.Migrations(), eventbus.Migrations())
}

// A database that shares its events publishes one for each session that has ended, and none for a
// session that had ended before; its own table is written by Revoke alone.
func TestRevokePublishesForOtherDatabases(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		bus := newBus(t, db, true)
		a := newAuthority(db, load(t, keysFile(t)), clock.System())
		a.Subscribe(bus)
		start(t, bus)
		log := eventbustest.Record(t, db)
		one, two := newPrincipal(auth.RoleCustomer), newPrincipal(auth.RoleCustomer)
		revoke(t, a, db, "", one.SessionID)
		revoke(t, a, db, "", one.SessionID, two.SessionID)
		var sessions []string
		for _, e := range eventbustest.Of[auth.SessionRevoked](log) {
			sessions = append(sessions, e.SessionID)
		}
		if want := []string{one.SessionID, two.SessionID}; fmt.Sprint(sessions) != fmt.Sprint(want) {
			t.Errorf("published %q, want %q", sessions, want)
		}
		var n int64
		if err := db.Table("deliveries").Where("consumer = 'auth.revocations'").Count(&n).Error; err != nil || n != 0 {
			t.Errorf("%d deliveries to the database that published them, %v", n, err)
		}
	}, auth.Migrations(), eventbus.Migrations())
}

// Tokens end at another database too, on all of its replicas, when it has imported the events; once
// or twice. A change of role ends those with another role, and the last change counts.
func TestRevocationsReachAnotherDatabase(t *testing.T) {
	t.Parallel()
	homeURL, otherURL := kit.PostgresURL(t, auth.Migrations(), eventbus.Migrations()),
		kit.PostgresURL(t, auth.Migrations(), eventbus.Migrations())
	homeDB, otherDB := kit.Open(t, homeURL), kit.Open(t, otherURL)
	keys := load(t, keysFile(t))
	home := newAuthority(homeDB, keys, clock.System())
	newBus(t, homeDB, true)
	other, replica := newAuthority(otherDB, keys, clock.System()), newAuthority(kit.Open(t, otherURL), keys, clock.System())
	bus := newBus(t, otherDB, true)
	other.Subscribe(bus)
	start(t, bus)
	run(t, other)
	run(t, replica)

	ended, going, changed := newPrincipal(auth.RoleAdmin), newPrincipal(auth.RoleAdmin), newPrincipal(auth.RoleCustomer)
	endedToken, goingToken, asCustomer := issue(t, home, ended), issue(t, home, going), issue(t, home, changed)
	changed.Role = auth.RoleAdmin
	asAdmin := issue(t, home, changed)
	for _, a := range []*auth.Authority{other, replica} {
		for _, token := range []string{endedToken, goingToken, asCustomer, asAdmin} {
			if _, err := a.Verify(token); err != nil {
				t.Fatal(err)
			}
		}
	}
	revoke(t, home, homeDB, "", ended.SessionID)
	revoke(t, home, homeDB, auth.RoleAdmin, changed.SessionID)
	revoke(t, home, homeDB, auth.RoleCustomer, changed.SessionID)
	for _, when := range []string{"imported", "imported twice"} {
		eventbustest.Carry(t, homeDB, otherDB, 0)
		eventbustest.Drain(t, otherDB)
		for name, a := range map[string]*auth.Authority{"the importing process": other, "its replica": replica} {
			kit.Eventually(t, when+": the tokens end at "+name, func() error {
				_, errEnded := a.Verify(endedToken)
				_, errAdmin := a.Verify(asAdmin)
				_, errCustomer := a.Verify(asCustomer)
				if !errors.Is(errEnded, auth.ErrToken) || !errors.Is(errAdmin, auth.ErrDemoted) || errCustomer != nil {
					return errors.Join(errors.New("not yet"), errEnded, errAdmin, errCustomer)
				}
				return nil
			})
			if _, err := a.Verify(goingToken); err != nil {
				t.Errorf("%s: the token of another session at %s: %v", when, name, err)
			}
		}
	}
	var published int64
	if err := otherDB.Table("deliveries").Where("consumer = 'sender'").Count(&published).Error; err != nil || published != 0 {
		t.Errorf("%d revocations go back, %v", published, err)
	}
}

// A site that was away, or is new, writes no revocation of tokens that have expired.
func TestExpiredRevocationsOfAnotherDatabaseAreNotWritten(t *testing.T) {
	t.Parallel()
	homeDB, otherDB := kit.Postgres(t, auth.Migrations(), eventbus.Migrations()), kit.Postgres(t, auth.Migrations(), eventbus.Migrations())
	keys := load(t, keysFile(t))
	var later clock.Shifted
	home, other := newAuthority(homeDB, keys, clock.System()), newAuthority(otherDB, keys, &later)
	newBus(t, homeDB, true)
	bus := newBus(t, otherDB, true)
	other.Subscribe(bus)
	start(t, bus)
	revoke(t, home, homeDB, "", newPrincipal(auth.RoleCustomer).SessionID)
	later.Advance(3 * time.Hour)
	eventbustest.Carry(t, homeDB, otherDB, 0)
	eventbustest.Drain(t, otherDB)
	var n int64
	if err := otherDB.Table("auth_revocations").Count(&n).Error; err != nil || n != 0 {
		t.Errorf("%d revocations, %v", n, err)
	}
}
