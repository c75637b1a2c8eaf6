package totp

import (
	"net/url"
	"testing"
	"time"
)

// rfcSecret is that of the vectors for SHA-1.
var rfcSecret = []byte("12345678901234567890")

// The vectors of RFC 6238, appendix B, have 8 digits: the last 6 are ours.
func TestVectors(t *testing.T) {
	t.Parallel()
	for unix, code := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		if got := Code(rfcSecret, StepAt(time.Unix(unix, 0))); got != code {
			t.Errorf("at %d: %s, want %s", unix, got, code)
		}
	}
}

// A code is good in its own step, the one before and the one after.
func TestMatch(t *testing.T) {
	t.Parallel()
	at := time.Unix(1111111109, 0)
	now := StepAt(at)
	for ahead, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		if step, ok := Match(rfcSecret, Code(rfcSecret, now+ahead), at); ok != want || ok && step != now+ahead {
			t.Errorf("%+d steps: %d, %v", ahead, step, ok)
		}
	}
	for _, code := range []string{"", "81804", "0818041", "O81804"} {
		if _, ok := Match(rfcSecret, code, at); ok {
			t.Errorf("%q matches", code)
		}
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(URL("Kaffeehaus: Wien & Co", "ada@example.com", rfcSecret))
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	if u.Scheme != "otpauth" || u.Host != "totp" || query.Get("secret") != "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" ||
		query.Get("issuer") != "Kaffeehaus: Wien & Co" || query.Get("digits") != "6" || query.Get("period") != "30" {
		t.Errorf("%s", u)
	}
	if u.Path != "/Kaffeehaus: Wien & Co:ada@example.com" {
		t.Errorf("%s", u.Path)
	}
}
