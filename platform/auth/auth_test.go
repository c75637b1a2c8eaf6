package auth_test

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/postgres"
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

// forge signs header and claims with sign, whatever they say.
func forge(t *testing.T, header, claims map[string]any, sign func(text []byte) []byte) string {
	t.Helper()
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	text := part(header) + "." + part(claims)
	return text + "." + base64.RawURLEncoding.EncodeToString(sign([]byte(text)))
}

func TestForgedTokens(t *testing.T) {
	t.Parallel()
	path := keysFile(t)
	keys := load(t, path)
	a := newAuthority(kit.SQLite(t, auth.Migrations()), keys, clock.System())
	private := privateKey(t, path)
	ours := func(text []byte) []byte { return ed25519.Sign(private, text) }
	var set struct {
		Keys []struct{ Kid, X string }
	}
	if err := json.Unmarshal(keys.JWKS(), &set); err != nil {
		t.Fatal(err)
	}
	kid := set.Keys[0].Kid

	now := clock.System().Now().Unix()
	header := func(change map[string]any) map[string]any {
		return merge(map[string]any{"alg": "EdDSA", "typ": "at+jwt", "kid": kid}, change)
	}
	claims := func(change map[string]any) map[string]any {
		return merge(map[string]any{
			"iss": issuer, "aud": "orderd", "sub": id.New(), "iat": now, "nbf": now, "exp": now + 600, "jti": id.New(), "sid": id.New(),
			"role": "admin", "accountType": "retail", "email": "ada@example.com", "name": "Ada",
		}, change)
	}
	if _, err := a.Verify(forge(t, header(nil), claims(nil), ours)); err != nil {
		t.Fatalf("the pattern itself is refused, so the rows below prove nothing: %v", err)
	}

	_, stranger, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	theirs := func(text []byte) []byte { return ed25519.Sign(stranger, text) }
	secretIsPublicKey := func(text []byte) []byte {
		public, _ := base64.RawURLEncoding.DecodeString(set.Keys[0].X)
		mac := hmac.New(sha256.New, public)
		mac.Write(text)
		return mac.Sum(nil)
	}
	none := func([]byte) []byte { return nil }
	type m = map[string]any
	for what, token := range map[string]string{
		"nothing":              "",
		"no token":             "abc",
		"too long":             forge(t, header(nil), claims(m{"name": strings.Repeat("a", 5000)}), ours),
		"alg none":             forge(t, header(m{"alg": "none"}), claims(nil), none),
		"alg None":             forge(t, header(m{"alg": "None"}), claims(nil), none),
		"alg none, signed":     forge(t, header(m{"alg": "none"}), claims(nil), ours),
		"no alg":               forge(t, header(m{"alg": nil}), claims(nil), ours),
		"HS256, public key":    forge(t, header(m{"alg": "HS256"}), claims(nil), secretIsPublicKey),
		"foreign key, our kid": forge(t, header(nil), claims(nil), theirs),
		"foreign kid":          forge(t, header(m{"kid": "theirs"}), claims(nil), theirs),
		"no kid":               forge(t, header(m{"kid": nil}), claims(nil), ours),
		"kid of another type":  forge(t, header(m{"kid": 7}), claims(nil), ours),
		"key in the header":    forge(t, header(m{"kid": nil, "jwk": m{"kty": "OKP"}}), claims(nil), theirs),
		"another type":         forge(t, header(m{"typ": "JWT"}), claims(nil), ours),
		"no type":              forge(t, header(m{"typ": nil}), claims(nil), ours),
		"unknown extension":    forge(t, header(m{"crit": []string{"x"}}), claims(nil), ours),
		"another issuer":       forge(t, header(nil), claims(m{"iss": "https://evil.example"}), ours),
		"no issuer":            forge(t, header(nil), claims(m{"iss": nil}), ours),
		"another audience":     forge(t, header(nil), claims(m{"aud": "billing"}), ours),
		"no audience":          forge(t, header(nil), claims(m{"aud": nil}), ours),
		"a life too long":      forge(t, header(nil), claims(m{"exp": now + 601}), ours),
		"a life of years":      forge(t, header(nil), claims(m{"exp": now + 1e9}), ours),
		"issued later":         forge(t, header(nil), claims(m{"iat": now + 1e6, "exp": now + 1e6 + 600}), ours),
		"no time of issue":     forge(t, header(nil), claims(m{"iat": nil}), ours),
		"expired":              forge(t, header(nil), claims(m{"exp": now - 60}), ours),
		"no expiry":            forge(t, header(nil), claims(m{"exp": nil}), ours),
		"not yet valid":        forge(t, header(nil), claims(m{"nbf": now + 60}), ours),
		"no not-before":        forge(t, header(nil), claims(m{"nbf": nil}), ours),
		"no subject":           forge(t, header(nil), claims(m{"sub": nil}), ours),
		"no session":           forge(t, header(nil), claims(m{"sid": nil}), ours),
		"no token id":          forge(t, header(nil), claims(m{"jti": nil}), ours),
		"a random token id":    forge(t, header(nil), claims(m{"jti": "0b3f2f0e-8e2c-4b1a-9a55-0d1f6d0f1a11"}), ours),
	} {
		refused(t, a, what, token)
	}

	good := issue(t, a, newPrincipal(auth.RoleCustomer))
	parts := strings.Split(good, ".")
	refused(t, a, "claims exchanged", parts[0]+"."+base64.RawURLEncoding.EncodeToString([]byte(`{"role":"admin"}`))+"."+parts[2])
	refused(t, a, "signature cut", good[:len(good)-4])
	refused(t, a, "without signature", parts[0]+"."+parts[1]+".")
	refused(t, a, "with a tail", good+".x")
}

func merge(base, change map[string]any) map[string]any {
	for k, v := range change {
		if base[k] = v; v == nil {
			delete(base, k)
		}
	}
	return base
}

func privateKey(t *testing.T, path string) ed25519.PrivateKey {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(text)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return key.(ed25519.PrivateKey)
}

func TestRotation(t *testing.T) {
	t.Parallel()
	db := kit.SQLite(t, auth.Migrations())
	oldFile, newFile := keysFile(t), keysFile(t)
	before := newAuthority(db, load(t, oldFile), clock.System())
	token := issue(t, before, newPrincipal(auth.RoleCustomer))

	both := filepath.Join(t.TempDir(), "both.pem")
	var text []byte
	for _, path := range []string{newFile, oldFile} {
		part, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
	}
	if err := os.WriteFile(both, text, 0o600); err != nil {
		t.Fatal(err)
	}
	after := newAuthority(db, load(t, both), clock.System())
	if _, err := after.Verify(token); err != nil {
		t.Errorf("a token of the old key: %v", err)
	}
	refused(t, before, "a token of a key that is not known yet", issue(t, after, newPrincipal(auth.RoleCustomer)))
	done := newAuthority(db, load(t, newFile), clock.System())
	refused(t, done, "a token of a key that is gone", token)
}

func TestKeysFile(t *testing.T) {
	t.Parallel()
	path := keysFile(t)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	first := load(t, path).JWKS()
	if err := auth.GenerateKeysFile(path); err != nil {
		t.Fatal(err)
	}
	if string(load(t, path).JWKS()) != string(first) {
		t.Error("an existing file was replaced")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, []byte("nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := auth.LoadKeys(empty); err == nil {
		t.Error("a file without keys was taken")
	}
}

// The key and thumbprint of RFC 8037, appendix A.
func TestThumbprint(t *testing.T) {
	t.Parallel()
	seed, err := base64.RawURLEncoding.DecodeString("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rfc.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	want := `{"keys":[{"crv":"Ed25519","kty":"OKP","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","alg":"EdDSA","use":"sig",` +
		`"kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"}]}`
	if got := string(load(t, path).JWKS()); got != want {
		t.Errorf("got %s", got)
	}
}

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

		// Long after, the revocations are gone, and so is what they ended.
		run(t, a)
		now.Advance(3 * time.Hour)
		refused(t, a, "expired", endedToken)
		kit.Eventually(t, "expired revocations are deleted", func() error {
			var n int64
			if err := db.Table("auth_revocations").Count(&n).Error; err != nil || n > 1 { // the newest stays
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

// A replica that the database was away from for minutes has missed them all.
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
}
