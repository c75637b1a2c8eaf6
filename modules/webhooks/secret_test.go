package webhooks

import (
	"bytes"
	"testing"

	"orderd/platform/secret"
)

// An endpoint keeps its secret when auth.secret is replaced, as long as the list has what made it.
func TestKeySurvivesAnotherSecret(t *testing.T) {
	t.Parallel()
	older, newer := "older-older-older-older-older-older", "newer-newer-newer-newer-newer-newer"
	key, check := newKey(secret.New(older), "e", 1)
	for _, ring := range []secret.Keyring{secret.New(older), secret.New(newer, older)} {
		if got := keyOf(ring, "e", 1, check); !bytes.Equal(got, key) {
			t.Errorf("the secret became %s", got)
		}
	}
	lost := secret.New(newer)
	first, _ := newKey(lost, "e", 1)
	if got := keyOf(lost, "e", 1, check); !bytes.Equal(got, first) || bytes.Equal(got, key) {
		t.Errorf("without what made it: %s", got)
	}
}
