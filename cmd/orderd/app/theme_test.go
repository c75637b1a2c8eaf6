package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"orderd/test/kit"
)

// TestThemeCommands runs the commands of the guide, one after the other, with the files that it
// shows.
func TestThemeCommands(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "theme")
	guide := read(t, "manual/guides/themes.md")
	ran := 0
	for _, b := range regexp.MustCompile("(?s)```(console|html|css|text)\n(.*?)```").FindAllStringSubmatch(guide, -1) {
		switch b[1] {
		case "console":
			for line := range strings.Lines(b[2]) {
				args := strings.Fields(strings.ReplaceAll(line, "./theme", dir))
				orderd(t, nil, args[1:]...).require(t, 0, "")
				ran++
			}
		case "html":
			put(t, filepath.Join(dir, "blocks/card.html"), b[2])
		case "css":
			put(t, filepath.Join(dir, "style.css"), b[2])
			put(t, filepath.Join(dir, "static/leaf.svg"), "<svg/>")
		case "text":
			put(t, filepath.Join(dir, "words/en.json"), b[2])
		}
	}
	if ran < 2 {
		t.Errorf("the guide has %d commands", ran)
	}
	orderd(t, nil, "theme", "check", dir).require(t, 0, `(?s)card +2 +2 +up to date.*pages rendered`)
	orderd(t, nil, "theme", "new", dir, "card").require(t, 1, "card.html is there already")
	orderd(t, nil, "theme", "new", dir, "cart-line", "price").require(t, 0, "blocks/cart-line.html\nblocks/price.html\n$")
	orderd(t, nil, "theme", "new").require(t, 2, "usage: orderd theme new DIR")
	orderd(t, nil, "theme", "new", dir, "shelf").require(t, 2, `there is no block "shelf"`)
	orderd(t, nil, "theme", "new", "--help").require(t, 0, `(?m)^  order-progress +how far an order has come$`)

	env := append(testEnviron(t, kit.Dialects[0]), "ORDERD_STOREFRONT_THEME_DIR="+dir)
	orderd(t, env, "check-config").require(t, 0, "theme_dir: "+dir)
	put(t, filepath.Join(dir, "blocks/no-more.html"), "")
	orderd(t, env, "check-config").require(t, 0, "warning: storefront.theme_dir: blocks/no-more.html: there is no block of this name")
	orderd(t, env, "doctor").require(t, 1, "warning +theme_doubtful") // there is no database
	put(t, filepath.Join(dir, "blocks/price.html"), "{{- /* price, version 3 */ -}}\n\n{{if}}")
	orderd(t, nil, "theme", "check", dir).require(t, 1, "blocks/price.html:3: missing value for if")
	for _, name := range []string{"check-config", "serve"} {
		orderd(t, env, name).require(t, 2, "storefront.theme_dir: blocks/price.html:3: missing value for if")
	}
	orderd(t, env, "doctor").require(t, 1, "error +theme_invalid")
	orderd(t, append(env, "ORDERD_STOREFRONT_ENABLED=false"), "check-config").require(t, 0, "")
}

// put writes a file.
func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTheme: the pages of a running service have the theme's blocks.
func TestTheme(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "blocks"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "blocks/foot.html"), "{{- /* foot, version 1 */ -}}\n<footer>Handmade</footer>")
	s := startedWith(t, append(migratedEnviron(t, kit.Dialects[0]), "ORDERD_STOREFRONT_THEME_DIR="+dir))
	if page, status := asBrowser(t, s.api+"/cart"); status != 200 || !strings.Contains(page, "<footer>Handmade</footer>") {
		t.Errorf("%d %s", status, page)
	}
}
