package auth_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const issuer = "https://shop.example"

// keysFile is a file with fresh keys.
func keysFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys", "auth.pem")
	if err := auth.GenerateKeysFile(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t *testing.T, path string) *auth.Keys {
	t.Helper()
	keys, err := auth.LoadKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func newAuthority(db *gorm.DB, keys *auth.Keys, c clock.Clock) *auth.Authority {
	return auth.New(db, auth.Options{Keys: keys, Issuer: issuer, Audience: "orderd", Clock: c})
}

func newPrincipal(role auth.Role) auth.Principal {
	return auth.Principal{
		UserID: id.New(), SessionID: id.New(), Role: role, AccountType: "retail", Email: "ada@example.com", Name: "Ada",
	}
}

func issue(t *testing.T, a *auth.Authority, p auth.Principal) string {
	t.Helper()
	token, expiresIn, err := a.Issue(p)
	if err != nil || expiresIn != auth.TokenTTL {
		t.Fatal(expiresIn, err)
	}
	return token
}

func TestIssueAndVerify(t *testing.T) {
	t.Parallel()
	var now clock.Shifted
	a := newAuthority(kit.SQLite(t, auth.Migrations()), load(t, keysFile(t)), &now)
	want := newPrincipal(auth.RoleAdmin)
	token := issue(t, a, want)
	for range 2 { // the second time from the cache
		got, err := a.Verify(token)
		if err != nil {
			t.Fatal(err)
		}
		if left := got.ExpiresAt.Sub(now.Now()); left > auth.TokenTTL || left < auth.TokenTTL-10*time.Second {
			t.Errorf("the token expires in %v", left)
		}
		if !id.Valid(got.TokenID) {
			t.Errorf("token id %q", got.TokenID)
		}
		got.ExpiresAt, got.TokenID = want.ExpiresAt, want.TokenID
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}

	now.Advance(-time.Minute)
	refused(t, a, "not yet valid", token)
	now.Advance(time.Minute)
	if _, err := a.Verify(token); err != nil {
		t.Errorf("valid again: %v", err)
	}
	now.Advance(auth.TokenTTL + 5*time.Second)
	refused(t, a, "expired", token)
}

func refused(t *testing.T, a *auth.Authority, what, token string) {
	t.Helper()
	if p, err := a.Verify(token); !errors.Is(err, auth.ErrToken) || errors.Is(err, auth.ErrDemoted) || p != (auth.Principal{}) {
		t.Errorf("%s: %+v, %v", what, p, err)
	}
}
