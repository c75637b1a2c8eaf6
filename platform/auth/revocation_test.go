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
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

func revoke(t *testing.T, a *auth.Authority, db *gorm.DB, newRole auth.Role, sessions ...string) {
	t.Helper()
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return a.Revoke(t.Context(), tx, newRole, sessions...) })
	if err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, a *auth.Authority) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		keys := load(t, keysFile(t))
		a := newAuthority(db, keys, &now)
		ended, other, demoted := newPrincipal(auth.RoleAdmin), newPrincipal(auth.RoleAdmin), newPrincipal(auth.RoleAdmin)
		endedToken, otherToken, demotedToken := issue(t, a, ended), issue(t, a, other), issue(t, a, demoted)

		refusal := errors.New("refused")
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			return errors.Join(a.Revoke(t.Context(), tx, "", other.SessionID), refusal)
		})
		if !errors.Is(err, refusal) {
			t.Fatal(err)
		}
		now.Advance(time.Second)
		revoke(t, a, db, "", ended.SessionID, ended.SessionID)
		revoke(t, a, db, auth.RoleCustomer, demoted.SessionID)
		revoke(t, a, db, "")

		check := func(a *auth.Authority) {
			t.Helper()
			refused(t, a, "of an ended session", endedToken)
			if _, err := a.Verify(demotedToken); !errors.Is(err, auth.ErrDemoted) || !errors.Is(err, auth.ErrToken) {
				t.Errorf("of a demoted admin: %v", err)
			}
			if _, err := a.Verify(otherToken); err != nil {
				t.Errorf("of a revocation that was rolled back: %v", err)
			}
		}
		check(a)
		restarted := newAuthority(db, keys, &now)
		check(restarted)

		now.Advance(time.Second)
		demoted.Role = auth.RoleCustomer
		fresh := issue(t, a, demoted)
		if _, err := a.Verify(fresh); err != nil {
			t.Errorf("a token issued after the revocation: %v", err)
		}

		// Long after, the tokens have expired and the revocations are deleted.
		run(t, a)
		now.Advance(3 * time.Hour)
		refused(t, a, "expired", endedToken)
		kit.Eventually(t, "expired revocations are deleted", func() error {
			var n int64
			// The newest row stays.
			if err := db.Table("auth_revocations").Count(&n).Error; err != nil || n > 1 {
				return fmt.Errorf("%d rows: %w", n, err)
			}
			return nil
		})
	}, auth.Migrations())
}

func TestATokenIsValidUntilItExpiresOrIsRevoked(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		a := newAuthority(db, load(t, keysFile(t)), &now)
		verified := func() auth.Principal {
			t.Helper()
			p, err := a.Verify(issue(t, a, newPrincipal(auth.RoleCustomer)))
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		revoked, expiring := verified(), verified()
		if !a.StillValid(revoked) || !a.StillValid(expiring) || a.StillValid(auth.Principal{}) {
			t.Error("verified tokens are valid, and no others")
		}
		revoke(t, a, db, "", revoked.SessionID)
		if a.StillValid(revoked) || !a.StillValid(expiring) {
			t.Error("after a revocation, exactly its tokens are not valid")
		}
		now.Advance(auth.TokenTTL)
		if a.StillValid(expiring) {
			t.Error("an expired token is valid")
		}
	}, auth.Migrations())
}

func TestRevokeReachesOtherReplicasWithinASecond(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			url := kit.NewURL(t, dialect, auth.Migrations())
			keys := load(t, keysFile(t))
			hereDB, thereDB := kit.Open(t, url, auth.Migrations()), kit.Open(t, url, auth.Migrations())
			here, there := newAuthority(hereDB, keys, clock.System()), newAuthority(thereDB, keys, clock.System())
			run(t, here)
			run(t, there)
			var took time.Duration
			for range 5 { // the machine may be busy with something else
				p := newPrincipal(auth.RoleCustomer)
				token := issue(t, here, p)
				if _, err := there.Verify(token); err != nil {
					t.Fatal(err)
				}
				revoke(t, here, hereDB, "", p.SessionID)
				began := clock.System().Now()
				kit.Eventually(t, "the token ends on the other replica", func() error {
					if _, err := there.Verify(token); err == nil {
						return errors.New("it is valid still")
					}
					return nil
				})
				if took = clock.System().Now().Sub(began); took <= time.Second {
					return
				}
			}
			t.Errorf("it took %v", took)
		})
	}
}

// A replica that could not reach the database for minutes reads what it missed.
func TestAReplicaThatWasAwayLearnsWhatItMissed(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		keys := load(t, keysFile(t))
		here, there := newAuthority(db, keys, &now), newAuthority(db, keys, &now)
		p := newPrincipal(auth.RoleCustomer)
		token := issue(t, here, p)
		if _, err := there.Verify(token); err != nil {
			t.Fatal(err)
		}
		now.Advance(time.Second)
		revoke(t, here, db, "", p.SessionID)
		now.Advance(5 * time.Minute)
		run(t, there)
		kit.Eventually(t, "the token ends where it was not heard of", func() error {
			if _, err := there.Verify(token); err == nil {
				return errors.New("it is valid still")
			}
			return nil
		})
	}, auth.Migrations())
}

func TestVerifyNeedsNoDatabaseOnceItKnows(t *testing.T) {
	t.Parallel()
	server, err := postgres.Start()
	if err != nil {
		t.Fatal(err)
	}
	running := true
	t.Cleanup(func() {
		if running {
			_ = server.Stop()
		}
	})
	db := kit.Open(t, server.URL("postgres"), auth.Migrations())
	keys := load(t, keysFile(t))
	a := newAuthority(db, keys, clock.System())
	token, another := issue(t, a, newPrincipal(auth.RoleCustomer)), issue(t, a, newPrincipal(auth.RoleCustomer))
	run(t, a)
	if _, err := a.Verify(token); err != nil {
		t.Fatal(err)
	}
	running = false
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{token, another} {
		if _, err := a.Verify(token); err != nil {
			t.Errorf("without the database: %v", err)
		}
	}
	if _, err := newAuthority(db, keys, clock.System()).Verify(token); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an authority that knows no revocations yet: %v", err)
	}
}
