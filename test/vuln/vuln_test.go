package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"orderd/test/kit/port"
)

// advisory says that every version of net/url has a fault in Parse.
const advisory = `{"schema_version": "1.3.1", "id": "GO-2000-0001", "modified": "2000-01-01T00:00:00Z", "published": "2000-01-01T00:00:00Z",
	"summary": "A fault made up for a test", "details": "None.",
	"affected": [{"package": {"name": "stdlib", "ecosystem": "Go"}, "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}]}],
		"ecosystem_specific": {"imports": [{"path": "net/url", "symbols": ["Parse"]}]}}],
	"database_specific": {"url": "https://pkg.go.dev/vuln/GO-2000-0001", "review_status": "REVIEWED"}}`

// program calls net/url.Parse.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/program\n\ngo 1.26.0\n")
	write(t, filepath.Join(dir, "main.go"), "package main\n\nimport \"net/url\"\n\nfunc main() { _, _ = url.Parse(\"/\") }\n")
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// databaseOf is a database of files with these advisories; without one it has an empty index.
func databaseOf(t *testing.T, advisories ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, text := range advisories {
		write(t, filepath.Join(dir, "GO-2000-0001.json"), text)
	}
	if len(advisories) == 0 {
		if err := os.Mkdir(filepath.Join(dir, "index"), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "index", "modules.json"), "[]")
		write(t, filepath.Join(dir, "index", "db.json"), `{"modified": "2000-01-01T00:00:00Z"}`)
	}
	return (&url.URL{Scheme: "file", Path: dir}).String()
}

// A vulnerability fails, a database without one passes, and so does one away, with a line that says
// so. A database that has no index fails.
func TestRun(t *testing.T) {
	t.Chdir(filepath.Join("..", "..")) // where .tools is
	refuses := httptest.NewServer(http.NotFoundHandler())
	defer refuses.Close()
	dir := program(t)
	for name, c := range map[string]struct {
		db   string
		code int
		says string
	}{
		"vulnerable": {databaseOf(t, advisory), 3, "GO-2000-0001"},
		"clean":      {databaseOf(t), 0, "No vulnerabilities found"},
		"away":       {"http://" + port.Refusing(t), 0, unreachable + "\n"},
		"refuses":    {refuses.URL, 1, ""},
	} {
		var out bytes.Buffer
		code, err := run(c.db, []string{"-C", dir, "./..."}, &out)
		if code != c.code || err != nil || !bytes.Contains(out.Bytes(), []byte(c.says)) {
			t.Errorf("%s: exit code %d, %v, want %d and %q:\n%s", name, code, err, c.code, c.says, &out)
		}
	}
}
