package auth_test

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/test/kit"
)

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
