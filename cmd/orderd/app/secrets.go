package app

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"orderd/cmd/orderd/settings"
	"orderd/platform/auth"
	"orderd/platform/secret"
)

// secrets are the keys that sign tokens, and the ring that keys everything else.
type secrets struct {
	keys *auth.Keys
	ring secret.Keyring
}

// openSecrets reads the signing keys and the secret, or makes them in data_dir where the
// configuration names none.
func openSecrets(c settings.Config) (secrets, error) {
	file := c.Auth.KeysFile
	if file == "" {
		file = filepath.Join(c.DataDir, "keys.pem")
		if err := makeFolder(c.DataDir); err != nil {
			return secrets{}, err
		}
		if err := errors.Join(auth.GenerateKeysFile(file), restrictToOwner(file)); err != nil {
			return secrets{}, fmt.Errorf("make the signing keys: %w", err)
		}
	}
	keys, err := auth.LoadKeys(file)
	if err != nil {
		return secrets{}, fmt.Errorf("read the signing keys (auth.keys_file): %w", err)
	}
	ring, err := openRing(c)
	return secrets{keys: keys, ring: ring}, err
}

// openRing reads the secret, or makes it in data_dir where the configuration names none.
func openRing(c settings.Config) (secret.Keyring, error) {
	texts := c.Auth.Secret.Reveal()
	if len(texts) == 0 {
		text, err := loadOrCreateSecret(filepath.Join(c.DataDir, "secret"), 36)
		if err != nil {
			return secret.Keyring{}, fmt.Errorf("make the secret: %w", err)
		}
		texts = []string{text}
	}
	return secret.New(texts...), nil
}

// temporarySecrets are new ones that no file holds: for a service that is built and never started.
func temporarySecrets() (secrets, error) {
	keys, err := auth.NewKeys()
	return secrets{keys: keys, ring: secret.New(rand.Text())}, err
}

// loadOrCreateSecret returns the text of a file that only the owner can read. It creates a missing
// file with n random bytes in base64url. Several processes that do so at once get the same text.
func loadOrCreateSecret(file string, n int) (string, error) {
	text, err := os.ReadFile(file)
	switch secret := strings.TrimSpace(string(text)); {
	case err == nil && secret == "":
		return "", fmt.Errorf("%s is empty: remove it to have another one made", file)
	case err == nil:
		return secret, restrictToOwner(file)
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	if err := makeFolder(filepath.Dir(file)); err != nil {
		return "", err
	}
	random := make([]byte, n)
	rand.Read(random) // never fails
	draft, err := os.CreateTemp(filepath.Dir(file), ".draft-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(draft.Name())
	_, err = fmt.Fprintln(draft, base64.RawURLEncoding.EncodeToString(random))
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return "", err
	}
	// A link either puts the whole file there or finds another's.
	if err := os.Link(draft.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	text, err = os.ReadFile(file)
	return strings.TrimSpace(string(text)), err
}

// restrictToOwner removes the rights of group and others from a file: a copy or a restored backup
// may have granted them.
func restrictToOwner(file string) error {
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return os.Chmod(file, 0o600)
}

func makeFolder(dir string) error { return os.MkdirAll(dir, 0o700) }
