package reference

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"io"
	"strings"
	"testing"
)

//go:embed scalar.sha256
var pinned string

// TestTheRendererIsThePinnedOne: what is embedded is the file that was fetched and looked at.
func TestTheRendererIsThePinnedOne(t *testing.T) {
	t.Parallel()
	z, err := gzip.NewReader(bytes.NewReader(renderer))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(plain)
	if got := hex.EncodeToString(sum[:]); got != strings.TrimSpace(pinned) {
		t.Errorf("scalar.js.gz holds %s, scalar.sha256 names %s", got, pinned)
	}
}

// TestPathsHoldADigest: a file whose bytes change gets another path, for browsers keep it for a
// year.
func TestPathsHoldADigest(t *testing.T) {
	t.Parallel()
	a, b := file("x", "js", []byte("1"), script), file("x", "js", []byte("2"), script)
	if a.Path == b.Path {
		t.Error(a.Path)
	}
	for _, f := range Files() {
		if !strings.HasPrefix(f.Path, "/docs/files/") || f.Type == "" || len(f.Body) == 0 {
			t.Errorf("%s %s: %d bytes", f.Path, f.Type, len(f.Body))
		}
	}
}
