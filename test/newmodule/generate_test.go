package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewModule makes a module in a copy of the repository; its tests and the rules of the
// architecture pass there.
func TestNewModule(t *testing.T) {
	t.Parallel()
	root := filepath.Join(t.TempDir(), "orderd")
	if err := os.CopyFS(root, sources{os.DirFS("../..")}); err != nil {
		t.Fatal(err)
	}
	if err := generate(root, "gifts"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"gofmt", "-l", "modules/gifts", "cmd"},
		{"go", "vet", "./modules/gifts/...", "./cmd/..."},
		{"go", "test", "./modules/gifts/...", "./test/arch"},
		{"go", "test", "-run", "TestHeadings|TestModuleNames", "./cmd/orderd/app"},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err != nil || args[0] == "gofmt" && len(out) > 0 {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if err := generate(root, "gifts"); err == nil {
		t.Error("a module that exists is overwritten")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "Gifts", "gift-cards", "ab", "../gifts", strings.Repeat("a", 21)} {
		if err := generate(t.TempDir(), name); err == nil || !strings.Contains(err.Error(), "NAME must be") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// sources are the files of the repository without data, built things, what npm installed and what
// starts with a dot; but .github, whose SECURITY.md the README leads to.
type sources struct{ fs.FS }

func (s sources) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.FS, name)
	kept := entries[:0]
	for _, e := range entries {
		made := name == "." && (e.Name() == "data" || e.Name() == "bin") || e.Name() == "node_modules"
		if !made && (e.Name() == ".github" || !strings.HasPrefix(e.Name(), ".")) {
			kept = append(kept, e)
		}
	}
	return kept, err
}
