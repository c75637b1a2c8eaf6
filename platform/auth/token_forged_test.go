package auth_test

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/id"
	"orderd/test/kit"
)

// object is a JSON object: the header or the claims of a token.
type object map[string]any

// with returns a copy of o with the changes; nil removes a member.
func (o object) with(changes object) object {
	changed := object{}
	maps.Copy(changed, o)
	for k, v := range changes {
		if changed[k] = v; v == nil {
			delete(changed, k)
		}
	}
	return changed
}

// forge signs header and claims with sign, whatever they say.
func forge(t *testing.T, header, claims object, sign func(text []byte) []byte) string {
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

// forger has what an attacker could use: valid header and claims, and several ways to sign.
type forger struct {
	header, claims object
	ourKey         func(text []byte) []byte
	foreignKey     func(text []byte) []byte
	publicKeyHMAC  func(text []byte) []byte // HS256 with the public key as the secret
	noSignature    func(text []byte) []byte
}

func newForger(t *testing.T, keysPath string) forger {
	t.Helper()
	var set struct {
		Keys []struct{ Kid, X string }
	}
	if err := json.Unmarshal(load(t, keysPath).JWKS(), &set); err != nil {
		t.Fatal(err)
	}
	private := privateKey(t, keysPath)
	_, foreign, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	now := clock.System().Now().Unix()
	return forger{
		header: object{"alg": "EdDSA", "typ": "at+jwt", "kid": set.Keys[0].Kid},
		claims: object{
			"iss": issuer, "aud": "orderd", "sub": id.New(), "iat": now, "nbf": now, "exp": now + 600, "jti": id.New(), "sid": id.New(),
			"role": "admin", "accountType": "retail", "email": "ada@example.com", "name": "Ada",
		},
		ourKey:     func(text []byte) []byte { return ed25519.Sign(private, text) },
		foreignKey: func(text []byte) []byte { return ed25519.Sign(foreign, text) },
		publicKeyHMAC: func(text []byte) []byte {
			public, _ := base64.RawURLEncoding.DecodeString(set.Keys[0].X)
			mac := hmac.New(sha256.New, public)
			mac.Write(text)
			return mac.Sum(nil)
		},
		noSignature: func([]byte) []byte { return nil },
	}
}

func TestForgedHeadersAndSignatures(t *testing.T) {
	t.Parallel()
	path := keysFile(t)
	a := newAuthority(kit.SQLite(t, auth.Migrations()), load(t, path), clock.System())
	f := newForger(t, path)
	if _, err := a.Verify(forge(t, f.header, f.claims, f.ourKey)); err != nil {
		t.Fatalf("the unchanged token is refused, so the rows below prove nothing: %v", err)
	}
	for what, row := range map[string]struct {
		header object
		sign   func([]byte) []byte
	}{
		"alg none":             {object{"alg": "none"}, f.noSignature},
		"alg None":             {object{"alg": "None"}, f.noSignature},
		"alg none, signed":     {object{"alg": "none"}, f.ourKey},
		"no alg":               {object{"alg": nil}, f.ourKey},
		"HS256, public key":    {nil, f.publicKeyHMAC},
		"foreign key, our kid": {nil, f.foreignKey},
		"foreign kid":          {object{"kid": "theirs"}, f.foreignKey},
		"no kid":               {object{"kid": nil}, f.ourKey},
		"kid of another type":  {object{"kid": 7}, f.ourKey},
		"key in the header":    {object{"kid": nil, "jwk": object{"kty": "OKP"}}, f.foreignKey},
		"another type":         {object{"typ": "JWT"}, f.ourKey},
		"no type":              {object{"typ": nil}, f.ourKey},
		"unknown extension":    {object{"crit": []string{"x"}}, f.ourKey},
	} {
		refused(t, a, what, forge(t, f.header.with(row.header), f.claims, row.sign))
	}

	parts := strings.Split(issue(t, a, newPrincipal(auth.RoleCustomer)), ".")
	for what, token := range map[string]string{
		"nothing":           "",
		"no token":          "abc",
		"claims exchanged":  parts[0] + "." + base64.RawURLEncoding.EncodeToString([]byte(`{"role":"admin"}`)) + "." + parts[2],
		"signature cut":     strings.Join(parts, ".")[:len(strings.Join(parts, "."))-4],
		"without signature": parts[0] + "." + parts[1] + ".",
		"with a tail":       strings.Join(parts, ".") + ".x",
	} {
		refused(t, a, what, token)
	}
}

func TestForgedClaims(t *testing.T) {
	t.Parallel()
	path := keysFile(t)
	a := newAuthority(kit.SQLite(t, auth.Migrations()), load(t, path), clock.System())
	f := newForger(t, path)
	now := clock.System().Now().Unix()
	for what, claims := range map[string]object{
		"too long":          {"name": strings.Repeat("a", 5000)},
		"another issuer":    {"iss": "https://evil.example"},
		"no issuer":         {"iss": nil},
		"another audience":  {"aud": "billing"},
		"no audience":       {"aud": nil},
		"a life too long":   {"exp": now + 601},
		"a life of years":   {"exp": now + 1e9},
		"issued later":      {"iat": now + 1e6, "exp": now + 1e6 + 600},
		"no time of issue":  {"iat": nil},
		"expired":           {"exp": now - 60},
		"no expiry":         {"exp": nil},
		"not yet valid":     {"nbf": now + 60},
		"no not-before":     {"nbf": nil},
		"no subject":        {"sub": nil},
		"no session":        {"sid": nil},
		"no token id":       {"jti": nil},
		"a random token id": {"jti": "0b3f2f0e-8e2c-4b1a-9a55-0d1f6d0f1a11"},
	} {
		refused(t, a, what, forge(t, f.header, f.claims.with(claims), f.ourKey))
	}
}
