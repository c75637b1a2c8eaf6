package auth_test

import (
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/id"
	"orderd/test/kit"
)

// A session that has ended stays ended: when the clock of the replica that ended it is behind that
// of the issuer of its token, after a clock was set back and forward again, and after a restart.
func TestAnEndedSessionStaysEndedWhateverTheClocksSay(t *testing.T) {
	t.Parallel()
	for name, skew := range map[string]time.Duration{"a second ahead": time.Second, "ten minutes behind": -10 * time.Minute,
		"an hour behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
				var now, other clock.Shifted
				other.Advance(skew)
				keys := load(t, keysFile(t))
				here, there := newAuthority(db, keys, &now), newAuthority(db, keys, &other)
				run(t, here)
				p := newPrincipal(auth.RoleAdmin)
				token := issue(t, here, p)
				if _, err := here.Verify(token); err != nil {
					t.Fatal(err)
				}
				other.Advance(-time.Millisecond) // never after the token was issued
				revoke(t, there, db, "", p.SessionID)
				kit.Eventually(t, "the token ends where it was issued", func() error {
					if _, err := here.Verify(token); err == nil {
						return errors.New("it is valid still")
					}
					return nil
				})
				refused(t, newAuthority(db, keys, &now), "after a restart", token)

				now.Advance(-30 * time.Minute)
				refused(t, here, "the clock is set back", token)
				now.Advance(30 * time.Minute)
				refused(t, here, "the clock has come forward", token)
			}, auth.Migrations())
		})
	}
}

// A change of role ends the tokens with the other role and no others, in the order of the changes,
// whatever the clocks say.
func TestAChangeOfRoleCountsWhateverTheClocksSay(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var now, behind clock.Shifted
		behind.Advance(-10 * time.Minute)
		keys := load(t, keysFile(t))
		here, there := newAuthority(db, keys, &now), newAuthority(db, keys, &behind)
		customer := newPrincipal(auth.RoleCustomer)
		admin := customer
		admin.Role = auth.RoleAdmin
		asCustomer, asAdmin := issue(t, here, customer), issue(t, here, admin)

		revoke(t, here, db, auth.RoleAdmin, customer.SessionID)
		revoke(t, there, db, auth.RoleCustomer, customer.SessionID) // later, with the clock behind
		for what, a := range map[string]*auth.Authority{"restarted": newAuthority(db, keys, &now)} {
			if _, err := a.Verify(asAdmin); !errors.Is(err, auth.ErrDemoted) {
				t.Errorf("%s: an admin's token after the demotion: %v", what, err)
			}
			if _, err := a.Verify(asCustomer); err != nil {
				t.Errorf("%s: a token with the role of now: %v", what, err)
			}
		}
		run(t, here)
		kit.Eventually(t, "the change of the other replica is known here", func() error {
			_, errAdmin := here.Verify(asAdmin)
			_, errCustomer := here.Verify(asCustomer)
			if !errors.Is(errAdmin, auth.ErrDemoted) || errCustomer != nil {
				return errors.Join(errors.New("not yet"), errAdmin, errCustomer)
			}
			return nil
		})

		// The end of a session is final.
		revoke(t, here, db, "", customer.SessionID)
		revoke(t, there, db, auth.RoleCustomer, customer.SessionID)
		refused(t, here, "of an ended session", asCustomer)
		refused(t, newAuthority(db, keys, &now), "of an ended session, restarted", asCustomer)
	}, auth.Migrations())
}

// A poll does not skip what a transaction wrote that began before another one and ended after it.
func TestAPollMissesNoTransaction(t *testing.T) {
	t.Parallel()
	db := kit.Open(t, kit.NewURL(t, "postgres", auth.Migrations()), auth.Migrations())
	keys := load(t, keysFile(t))
	here, there := newAuthority(db, keys, clock.System()), newAuthority(db, keys, clock.System())
	slow, quick := newPrincipal(auth.RoleCustomer), newPrincipal(auth.RoleCustomer)
	slowToken, quickToken := issue(t, here, slow), issue(t, here, quick)
	run(t, there)
	ended := func(what, token string) {
		t.Helper()
		kit.Eventually(t, what, func() error {
			if _, err := there.Verify(token); err == nil {
				return errors.New("it is valid still")
			}
			return nil
		})
	}
	tx := db.Begin()
	defer tx.Rollback()
	// The row as Revoke writes it, in a transaction whose end this test holds.
	err := tx.Exec(`INSERT INTO auth_revocations (session_id, not_before, expires_at) VALUES (?, now(), now() + interval '1 hour')`,
		slow.SessionID).Error
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // polls pass meanwhile
		revoke(t, here, db, "", quick.SessionID, id.New())
		ended("the later transaction's session ends", quickToken)
		quick = newPrincipal(auth.RoleCustomer)
		quickToken = issue(t, here, quick)
	}
	if err := tx.Commit().Error; err != nil {
		t.Fatal(err)
	}
	ended("the earlier transaction's session ends", slowToken)
}
