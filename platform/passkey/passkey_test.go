package passkey_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"orderd/platform/passkey"
	"orderd/test/kit/authenticator"
)

const origin = "https://staff.example"

var challenge, otherChallenge = bytes.Repeat([]byte{7}, 32), bytes.Repeat([]byte{8}, 32)

func relyingParty(t *testing.T) *passkey.RelyingParty {
	t.Helper()
	p, err := passkey.New(origin)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// must is the text of options that could be made.
func must(t *testing.T) func(json.RawMessage, error) string {
	return func(options json.RawMessage, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return string(options)
	}
}

// enrolled is an account with a passkey of the authenticator.
func enrolled(t *testing.T, p *passkey.RelyingParty, a *authenticator.Device) passkey.Account {
	t.Helper()
	account := passkey.Account{Handle: []byte("0123456789abcdef"), Name: "ada@example.com", DisplayName: "Ada Lovelace"}
	made, err := p.Create(account, challenge, a.Create(t, must(t)(p.CreateOptions("The Shop", account, challenge))))
	if err != nil {
		t.Fatal(err)
	}
	account.Credentials = append(account.Credentials, made)
	return account
}

func TestCreateAndUse(t *testing.T) {
	t.Parallel()
	p, a := relyingParty(t), authenticator.New(origin)
	account := enrolled(t, p, a)
	for _, options := range []string{
		must(t)(p.UseOptions(challenge, passkey.Required)), must(t)(p.UseOptions(challenge, passkey.Preferred, account.Credentials...)),
	} {
		said, err := passkey.ParseAssertion(a.Get(t, options))
		if err != nil || !bytes.Equal(said.Handle, account.Handle) {
			t.Fatalf("%v: %+v", err, said)
		}
		used, err := p.Use(account, challenge, passkey.Required, said)
		if err != nil || used.SignCount <= account.Credentials[0].SignCount {
			t.Fatalf("%v: %+v", err, used)
		}
		account.Credentials[0] = used
	}
	if again := must(t)(p.CreateOptions("The Shop", account, challenge)); !strings.Contains(again, `"excludeCredentials":[{"type":"public-key"`) {
		t.Errorf("%s", again)
	}
}

func TestUseRefuses(t *testing.T) {
	t.Parallel()
	p, a := relyingParty(t), authenticator.New(origin)
	account := enrolled(t, p, a)
	options := must(t)(p.UseOptions(challenge, passkey.Required))
	other := enrolled(t, p, authenticator.New(origin))
	thief := a.Copy()
	unverified := a.Copy()
	unverified.Unverified = true
	elsewhere := strings.Replace(options, "staff.example", "evil.example", 1)
	for name, row := range map[string]struct {
		account   passkey.Account
		challenge []byte
		answer    json.RawMessage
	}{
		"another origin":    {account, challenge, a.At("https://evil.example").Get(t, options)},
		"another port":      {account, challenge, a.At(origin+":8443").Get(t, options)},
		"another party":     {account, challenge, a.Get(t, elsewhere)},
		"another challenge": {account, otherChallenge, a.Get(t, options)},
		"another account":   {other, challenge, a.Get(t, options)},
		"no verification":   {account, challenge, unverified.Get(t, options)},
		"another signature": {passkey.Account{Handle: account.Handle, Credentials: []passkey.Credential{{
			ID: account.Credentials[0].ID, PublicKey: other.Credentials[0].PublicKey,
		}}}, challenge, a.Get(t, options)},
	} {
		said, err := passkey.ParseAssertion(row.answer)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := p.Use(row.account, row.challenge, passkey.Required, said); !errors.Is(err, passkey.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := passkey.ParseAssertion([]byte(`{"id":"x"}`)); !errors.Is(err, passkey.ErrRefused) {
		t.Error(err)
	}

	// The counter of a copy falls behind.
	said, err := passkey.ParseAssertion(a.Get(t, options))
	if err != nil {
		t.Fatal(err)
	}
	if account.Credentials[0], err = p.Use(account, challenge, passkey.Required, said); err != nil {
		t.Fatal(err)
	}
	if said, err = passkey.ParseAssertion(thief.Get(t, options)); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Use(account, challenge, passkey.Required, said); !errors.Is(err, passkey.ErrRefused) {
		t.Error(err)
	}
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	p := relyingParty(t)
	account := passkey.Account{Handle: []byte("0123456789abcdef"), Name: "ada@example.com", DisplayName: "Ada Lovelace"}
	options := must(t)(p.CreateOptions("The Shop", account, challenge))
	unverified := authenticator.New(origin)
	unverified.Unverified = true
	for name, answer := range map[string]json.RawMessage{
		"another origin":    authenticator.New("https://evil.example").Create(t, options),
		"no verification":   unverified.Create(t, options),
		"another challenge": authenticator.New(origin).Create(t, must(t)(p.CreateOptions("The Shop", account, otherChallenge))),
		"another party":     authenticator.New(origin).Create(t, strings.Replace(options, "staff.example", "evil.example", 1)),
		"nothing":           json.RawMessage(`{}`),
	} {
		if _, err := p.Create(account, challenge, answer); !errors.Is(err, passkey.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Passkeys that devices share have no counter.
func TestUncounted(t *testing.T) {
	t.Parallel()
	p, a := relyingParty(t), authenticator.New(origin)
	a.Uncounted = true
	account := enrolled(t, p, a)
	for range 2 {
		said, err := passkey.ParseAssertion(a.Get(t, must(t)(p.UseOptions(challenge, passkey.Required))))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Use(account, challenge, passkey.Required, said); err != nil {
			t.Error(err)
		}
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]bool{
		"https://staff.example": true, "http://localhost:8080": true, "https://staff.example:8443": true, "http://127.0.0.1:8080": false,
		"http://[::1]": false, "": false,
	} {
		if _, err := passkey.New(url); (err == nil) != want {
			t.Errorf("%s: %v", url, err)
		}
	}
}
