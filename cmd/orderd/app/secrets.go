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

// secrets are what signs tokens, and what all else is keyed with.
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
		if err := errors.Join(auth.GenerateKeysFile(file), closeToOthers(file)); err != nil {
			return secrets{}, fmt.Errorf("make the signing keys: %w", err)
		}
	}
	keys, err := auth.LoadKeys(file)
	if err != nil {
		return secrets{}, fmt.Errorf("read the signing keys (auth.keys_file): %w", err)
	}
	texts := c.Auth.Secret.Reveal()
	if len(texts) == 0 {
		text, err := kept(filepath.Join(c.DataDir, "secret"), 36)
		if err != nil {
			return secrets{}, fmt.Errorf("make the secret: %w", err)
		}
		texts = []string{text}
	}
	return secrets{keys: keys, ring: secret.New(texts...)}, nil
}

// passingSecrets are new ones that no file holds: for a service that is built and never started.
func passingSecrets() (secrets, error) {
	keys, err := auth.NewKeys()
	return secrets{keys: keys, ring: secret.New(rand.Text())}, err
}

// kept is the text of a file that only the owner can read. Where there is none it is made, with n
// random bytes in base64url, so that the text stays the same over restarts. Of several processes
// that make it at once, all get the same.
func kept(file string, n int) (string, error) {
	text, err := os.ReadFile(file)
	switch secret := strings.TrimSpace(string(text)); {
	case err == nil && secret == "":
		return "", fmt.Errorf("%s is empty: remove it to have another one made", file)
	case err == nil:
		return secret, closeToOthers(file)
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

// closeToOthers takes the rights of all but the owner off a file, which a copy or a backup may have
// given.
func closeToOthers(file string) error {
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return os.Chmod(file, 0o600)
}

func makeFolder(dir string) error { return os.MkdirAll(dir, 0o700) }
