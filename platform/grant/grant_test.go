package grant_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"orderd/platform/grant"
	"orderd/platform/secret"
)

var (
	older = secret.New("older-older-older-older-older-older")
	both  = secret.New("newer-newer-newer-newer-newer-newer", "older-older-older-older-older-older")
	noon  = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	given = grant.Grant{
		Resource: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f", Holder: "406ed56d-824d-8775-bc56-ebceae289308", Kind: grant.Proved,
		ExpiresAt: noon.Add(grant.ShortLife),
	}
)

func TestOpen(t *testing.T) {
	t.Parallel()
	token := grant.Sign(older, given)
	for _, secrets := range []secret.Keyring{older, both} {
		if got, ok := grant.Open(secrets, token, noon); !ok || got != given {
			t.Errorf("got %+v, %v", got, ok)
		}
	}
	if _, ok := grant.Open(older, token, given.ExpiresAt.Add(-time.Nanosecond)); !ok {
		t.Error("it expires early")
	}
	if _, ok := grant.Open(older, token, given.ExpiresAt); ok {
		t.Error("it does not expire")
	}
}

func TestOpenRefusesForgedTokens(t *testing.T) {
	t.Parallel()
	token := grant.Sign(older, given)
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	forged := []string{"", "x", "nonsense", token[1:], token[:len(token)-1], token + "A", token + "=", strings.Repeat(token, 3),
		grant.Sign(secret.New("another secret"), given)}
	for i := range raw { // every byte counts
		b := append([]byte{}, raw...)
		b[i] ^= 1
		forged = append(forged, base64.RawURLEncoding.EncodeToString(b))
	}
	for _, f := range forged {
		if _, ok := grant.Open(older, f, noon); ok {
			t.Errorf("%q opens", f)
		}
	}
}

// A link in an email is good for months: the derivation never changes.
func TestSignIsStable(t *testing.T) {
	t.Parallel()
	const want = "AZnVokt8fT6fECo7TF1uf0Bu1W2CTYd1vFbrzq4okwhwAAAAAGofEuA"
	if got := grant.Sign(older, given); !strings.HasPrefix(got, want[:40]) || len(got) != 98 {
		t.Errorf("%s, %d characters", got, len(got))
	}
}
