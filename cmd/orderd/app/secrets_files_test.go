package app

import (
	"os"
	"path/filepath"
	"testing"

	"orderd/cmd/orderd/settings"
)

// Keys and secret are their owner's alone, also where a copy had opened them to others.
func TestSecretsAreTheOwnersAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, err := settings.Load("", []string{"ORDERD_DEV=true", "ORDERD_DATA_DIR=" + dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openSecrets(c); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"keys.pem", "secret"} {
		file := filepath.Join(dir, name)
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := openSecrets(c); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}
