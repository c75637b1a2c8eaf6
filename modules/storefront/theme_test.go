package storefront

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"orderd/platform/clock"
	"orderd/platform/locale"
)

// files are those of a theme.
type files map[string]string

// write makes the folder of a theme.
func (f files) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range f {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// load loads a theme, and what its log says.
func (f files) load(t *testing.T) (*themeFolder, *observer.ObservedLogs) {
	t.Helper()
	core, logs := observer.New(zap.InfoLevel)
	loaded, err := loadTheme(f.write(t), clock.System(), zap.New(core))
	if err != nil {
		t.Fatal(err)
	}
	return loaded, logs
}

// blockCopy is a block of the version of the shop's own.
func blockCopy(name, body string) string { return blockOf(name, ownBlocks()[name].version, body) }

// cardOf is a theme with this card.
func cardOf(body string) files { return files{"blocks/card.html": blockCopy("card", body)} }

func blockOf(name string, version int, body string) string {
	return fmt.Sprintf("{{- /* %s, version %d */ -}}\n%s", name, version, body)
}

func home(t *testing.T, th *themeFolder, state int) string {
	t.Helper()
	return pageOf(t, th, sampleRun{state: sampleStates()[state], visitor: sampleGuest, language: locale.German, method: "GET", path: "/"})
}

func pageOf(t *testing.T, th *themeFolder, run sampleRun) string {
	t.Helper()
	page := newSampleSite(th).show(t.Context(), run)
	if page.status != 200 {
		t.Fatalf("%s: %d", run, page.status)
	}
	return page.body.String()
}

// TestThemeReplacesEveryBlock: what a theme has in place of a block stands on the pages, and the
// shop's own does not.
func TestThemeReplacesEveryBlock(t *testing.T) {
	t.Parallel()
	if got, want := sortedKeys(ownBlocks()), sortedKeys(blockViews); !slices.Equal(got, want) {
		t.Errorf("blocks %v, views %v", got, want)
	}
	all := files{}
	for name, b := range ownBlocks() {
		all["blocks/"+name+".html"] = b.source + "<p class=\"mine-" + name + "\"></p>"
	}
	th, _ := all.load(t)
	s := newSampleSite(th)
	missing := maps.Clone(blockViews)
	for _, run := range sampleRuns() {
		if len(missing) == 0 {
			break
		}
		body := s.show(t.Context(), run).body.String()
		for name := range missing {
			if strings.Contains(body, `<p class="mine-`+name+`">`) {
				delete(missing, name)
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("nothing shows %v of the theme", sortedKeys(missing))
	}
}

// TestThemeAsItIs: a theme of copies shows what the shop's own pages show.
func TestThemeAsItIs(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "theme")
	c := Config{ThemeDir: dir}
	written, err := c.NewTheme(sortedKeys(ownBlocks()))
	if err != nil || len(written) != len(ownBlocks())+3 {
		t.Fatal(written, err)
	}
	if _, err := c.NewTheme([]string{"card"}); err == nil {
		t.Error("a block is written over")
	}
	if written, err := c.NewTheme(nil); err != nil || len(written) != 0 {
		t.Error(written, err)
	}
	if err := os.Remove(filepath.Join(dir, themeStyle)); err != nil { // pages would link it
		t.Fatal(err)
	}
	th, err := loadTheme(dir, clock.System(), zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	if len(th.notes) > 0 {
		t.Error(th.notes)
	}
	own, themed := newSampleSite(nil), newSampleSite(th)
	for _, run := range sampleRuns() {
		if run.state.name != "one" && run.state.name != "refused" {
			continue
		}
		want, got := withoutKeys(own.show(t.Context(), run).body.String()), withoutKeys(themed.show(t.Context(), run).body.String())
		if got != want {
			t.Fatalf("%s: is another page:\n%s\n%s", run, got, want)
		}
	}
}

// withoutKeys is a page without the keys of its forms, and without space at the ends of lines.
func withoutKeys(body string) string {
	for {
		at := strings.Index(body, `name="key" value="`)
		if at < 0 {
			return strings.Join(strings.Fields(body), " ")
		}
		rest := body[at+len(`name="key" value="`):]
		body = body[:at] + rest[strings.Index(rest, `"`):]
	}
}

// TestThemeWords: a theme has some of the texts, and none that must be the shop's.
func TestThemeWords(t *testing.T) {
	t.Parallel()
	th, _ := files{
		"words/de.json": `{"home.lead": "Aus <b>Berlin</b>", "gone": "x", "home.title": "Kaffee"}`, "words/fr.json": "{}",
	}.load(t)
	if page := home(t, th, 1); !strings.Contains(page, "Aus &lt;b&gt;Berlin&lt;/b&gt;") {
		t.Error("the text is not there, or not as text")
	}
	for _, want := range []string{
		`words/de.json:1: there is no text "gone"`, `words/de.json:1: "home.title" has [] to be filled in, the shop's own has [{shop}]`,
		"words/fr.json: nothing reads it",
	} {
		if !slices.ContainsFunc(th.notes, func(f themeFault) bool { return strings.HasPrefix(f.String(), want) }) {
			t.Errorf("%s is not among %v", want, th.notes)
		}
	}
}

// TestThemeFiles: a theme has a style sheet after the shop's own, and files that pages load.
func TestThemeFiles(t *testing.T) {
	t.Parallel()
	th, _ := files{
		"style.css": `.hero { background: url("static/leaf.svg") }`, "static/leaf.svg": "<svg/>", "static/icon.svg": "<svg id='mine'/>",
		"static/.DS_Store": "x", "README.md": "", ".git/config": "",
		"blocks/hero.html": blockCopy("hero", `<img src="{{asset "leaf.svg"}}" alt="">`),
	}.load(t)
	s := newSampleSite(th)
	served := map[string]string{}
	for path, f := range s.files {
		served[f.name] = path
		if f.name == "style.css" && !strings.Contains(string(f.body), "url(\"leaf-") {
			t.Errorf("the style sheet has %s", f.body)
		}
		if f.name == "icon.svg" && !strings.Contains(string(f.body), "mine") {
			t.Error("the icon is the shop's own")
		}
	}
	page := home(t, th, 1)
	ownAt, at := strings.Index(page, served["shop.css"]), strings.Index(page, served["style.css"])
	if ownAt < 0 || at < ownAt || !strings.Contains(page, `<img src="`+served["leaf.svg"]+`"`) || len(th.notes) != 0 {
		t.Errorf("%v %d %d %v", served, ownAt, at, th.notes)
	}
}

// TestThemeIsRefused: what is wrong is said with file and line, and no page is made.
func TestThemeIsRefused(t *testing.T) {
	t.Parallel()
	many := files{}
	for i := range mostThemeFiles + 1 {
		many[fmt.Sprintf("static/%d.svg", i)] = "<svg/>"
	}
	for name, c := range map[string]struct {
		files files
		want  string
	}{
		"syntax":          {cardOf("\n{{if}}"), "blocks/card.html:3: missing value for if"},
		"no version":      {files{"blocks/card.html": "<li></li>"}, "blocks/card.html:1: the first line must say"},
		"a later version": {files{"blocks/card.html": "{{/* card, version 99 */}}"}, "there is no version 99 of this block, but version "},
		"no field":        {cardOf("{{.Name}}\n{{.Colour}}"), "blocks/card.html:3: there is no .Colour"},
		"a private field": {files{"blocks/head.html": blockCopy("head", "{{.v}}")}, "there is no .v in"},
		"another's method": {
			cardOf("{{(.Price.Price).UnmarshalJSON .Name}}"), "there is no .UnmarshalJSON",
		},
		"a method by a variable": {files{"blocks/order-progress.html": blockCopy("order-progress",
			"{{range $s := .Steps}}{{$s.At.GobEncode}}{{end}}")},
			"there is no .GobEncode"},
		"printf":   {cardOf(`{{printf "%1000000000d" 1}}`), `function "printf" not defined`},
		"call":     {cardOf(`{{call .Name}}`), `function "call" not defined`},
		"html":     {cardOf(`{{.Name | html}}`), `function "html" not defined`},
		"themed":   {cardOf(`{{themed "card" .}}`), `function "themed" not defined`},
		"open tag": {cardOf(`<li class="`), "blocks/card.html"},
		"a script": {cardOf(`<script>let x = {{.Name}}`), "blocks/card.html"},
		"an attribute that may not end": {cardOf(`<li {{if .Name}}title="{{end}}x">`),
			"blocks/card.html"},
		"no template": {cardOf(`{{template "nothing" .}}`), `"nothing"`},
		"itself":      {cardOf(`{{template "card" .}}`), "calls itself: card, card"},
		"in a circle": {files{
			"blocks/row.html": blockCopy("row", `{{template "card" .}}`), "blocks/card.html": blockCopy("card", `{{template "row" .}}`),
		},
			"calls itself: card, row, card"},
		"in a circle of its own": {cardOf(`{{template "card-a" .}}{{define "card-a"}}{{with .Name}}{{template "card" .}}{{end}}{{end}}`),
			"calls itself: card, card-a, card"},
		"a part of the shop": {cardOf(`{{define "field"}}{{end}}`), `defines "field"`},
		"another block":      {cardOf(`{{define "price"}}{{end}}`), `defines "price"`},
		"a block of its prefix": {
			files{"blocks/cart.html": "", "blocks/card.html": blockCopy("card", `{{define "cart-line"}}x{{end}}`)}, `defines "cart-line"`,
		},
		"too large a block":   {cardOf(strings.Repeat("x", largestBlock)), "has more than 32768 bytes"},
		"too many files":      {many, "static: has more than 200 files"},
		"too large a file":    {files{"static/a.png": strings.Repeat("x", largestStatic+1)}, "static/a.png: has more than"},
		"a program":           {files{"static/a.html": ""}, "static/a.html: must be named"},
		"the shop's styles":   {files{"static/shop.css": ""}, "static/shop.css: can't be replaced"},
		"words are no object": {files{"words/de.json": "[]"}, "words/de.json:1: must be an object of texts"},
		"words are no JSON":   {files{"words/de.json": "{\n\"a\": \"b\",\n}"}, "words/de.json:3: must be an object of texts"},
		"the order button":    {files{"words/de.json": "{\n\"checkout.buy\": \"Weiter\"}"}, `words/de.json:2: "checkout.buy" must be the shop's own`},
		"a fault":             {files{"words/en.json": `{"fault.required": "?"}`}, `"fault.required" must be the shop's own`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := loadTheme(c.files.write(t), clock.System(), zap.NewNop())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	if _, err := New(Deps{Config: Config{ThemeDir: filepath.Join(t.TempDir(), "none")}, PublicURL: "https://shop.example"}); err == nil {
		t.Error("a theme that is not there is none")
	}
}

// TestThemeCanNotEscape: nothing outside of the folder is read, whatever a name in it is.
func TestThemeCanNotEscape(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret.css")
	if err := os.WriteFile(secret, []byte(".secret{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, put := range map[string]func(dir string) error{
		"a link to a file": func(dir string) error { return os.Symlink(secret, filepath.Join(dir, "static/a.css")) },
		"a link upwards": func(dir string) error {
			return os.Symlink("../../../../../etc/passwd", filepath.Join(dir, "static/a.css"))
		},
		"a link to a device": func(dir string) error { return os.Symlink("/dev/zero", filepath.Join(dir, "static/a.css")) },
		"a pipe":             func(dir string) error { return syscall.Mkfifo(filepath.Join(dir, "static/a.css"), 0o600) },
		"a folder":           func(dir string) error { return os.Mkdir(filepath.Join(dir, "static/a.css"), 0o700) },
		"the style sheet":    func(dir string) error { return os.Symlink(secret, filepath.Join(dir, "style.css")) },
		"words":              func(dir string) error { return os.Symlink("/dev/zero", filepath.Join(dir, "words/de.json")) },
		"a block":            func(dir string) error { return syscall.Mkfifo(filepath.Join(dir, "blocks/card.html"), 0o600) },
		"a folder of blocks": func(dir string) error {
			return os.Rename(filepath.Join(dir, "static"), filepath.Join(dir, "x"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := files{"static/b.css": "", "words/en.json": "{}", "blocks/hero.html": blockCopy("hero", "")}.write(t)
			if err := put(dir); err != nil {
				t.Fatal(err)
			}
			if name == "a folder of blocks" {
				if err := os.Symlink(filepath.Dir(secret), filepath.Join(dir, "static")); err != nil {
					t.Fatal(err)
				}
			}
			done := make(chan error, 1)
			go func() {
				_, err := loadTheme(dir, clock.System(), zap.NewNop())
				done <- err
			}()
			select {
			case err := <-done:
				if err == nil || strings.Contains(err.Error(), ".secret") {
					t.Errorf("it is read: %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("it waits for ever")
			}
		})
	}
	// A link that stays in the folder is how a volume of Kubernetes has its files.
	dir := files{"..data/style.css": ".mine{}"}.write(t)
	if err := os.Symlink("..data/style.css", filepath.Join(dir, "style.css")); err != nil {
		t.Fatal(err)
	}
	if th, err := loadTheme(dir, clock.System(), zap.NewNop()); err != nil || string(th.static[themeStyle]) != ".mine{}" {
		t.Error(err)
	}
}

// TestThemeBombs: a block that would write, count or take too much is stopped, the page has the
// shop's own in its place, and the block is left out for a while.
func TestThemeBombs(t *testing.T) {
	t.Parallel()
	double := `{{$x := "0123456789"}}` + strings.Repeat(`{{$x = print $x $x}}`, 40) + `{{$x}}`
	var laughs strings.Builder
	laughs.WriteString(`{{template "hero-0" .}}`)
	for i := range 40 {
		fmt.Fprintf(&laughs, `{{define "hero-%d"}}{{template "hero-%d" .}}{{template "hero-%d" .}}{{end}}`, i, i+1, i+1)
	}
	laughs.WriteString(`{{define "hero-40"}}{{end}}`)
	for name, body := range map[string]string{
		"a long text":          double,
		"a long range":         `{{range 1000000000000}}{{end}}`,
		"ranges in ranges":     `{{range upTo 999}}{{range upTo 999}}{{range upTo 999}}{{range upTo 999}}{{end}}{{end}}{{end}}{{end}}`,
		"a range with else":    `{{range upTo 0}}{{else}}{{range 1000000000000}}{{with 1}}{{continue}}{{end}}{{end}}{{end}}`,
		"much output":          `{{range 100}}` + strings.Repeat("0123456789", 2000) + `{{end}}`,
		"counting far":         `{{upTo 1000000000}}`,
		"a billion laughs":     laughs.String(),
		"words that double":    `{{$x := "{shop}{shop}"}}` + strings.Repeat(`{{$x = t "home.title" "shop" $x}}`, 4000/8) + `{{$x}}`,
		"the shop's own parts": `{{range 1000000000000}}{{template "leaf"}}{{end}}`,
		"no such index":        `{{index .Cards 99}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			th, logs := files{"blocks/hero.html": blockCopy("hero", body), "words/de.json": `{"home.title": "{shop} {shop}"}`}.load(t)
			s := newSampleSite(th)
			run := sampleRun{state: sampleStates()[1], visitor: sampleGuest, language: locale.German, method: "GET", path: "/"}
			began := time.Now()
			for range 3 {
				page := s.show(t.Context(), run)
				if body := page.body.String(); page.status != 200 || !strings.Contains(body, `<section class="wrap hero"`) ||
					!strings.HasSuffix(strings.TrimSpace(body), "</html>") {
					t.Fatalf("%d %s", page.status, body)
				}
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
			if said := logs.FilterMessageSnippet("a block of the theme failed").Len(); said != 1 {
				t.Errorf("the log says it %d times: %v", said, logs.All())
			}
			if left := th.isOut("hero"); left != (name != "no such index") {
				t.Errorf("it is left out: %v", left)
			}
		})
	}
}

// TestThemeRecursion: were a template to call itself, it would end with the steps of a block, far
// from the end of the stack, which no process survives.
func TestThemeRecursion(t *testing.T) {
	t.Parallel()
	b := themeBlock{block: ownBlocks()["hero"], text: blockCopy("hero", `{{template "hero" .}}`)}
	if faults := b.parse(); len(faults) > 0 {
		t.Fatal(faults)
	}
	set := newSet(locale.German, readWords(locale.German), ownFiles())
	b.addTo(set)
	for _, tmpl := range set.Templates() {
		if tmpl.Tree != nil {
			counted(tmpl.Tree.Root)
		}
	}
	if err := set.ExecuteTemplate(newLimits(clock.System()), "hero", nil); err == nil {
		t.Error("it ends by itself")
	}
}

// TestThemeIsSafe: values stay text in a block of a theme, whatever it does with them.
func TestThemeIsSafe(t *testing.T) {
	t.Parallel()
	th, _ := files{"blocks/card.html": blockCopy("card",
		`<li title="{{.Name}}"><a href="{{.Name}}">{{.Name}}{{print .Name}}{{with .Brand}}{{.Name}}{{end}}</a></li>`)}.load(t)
	page := home(t, th, 1)
	if strings.Contains(page, "<script>alert") || !strings.Contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;") {
		t.Error("it is markup")
	}
}

// TestThemeEmptyBlock: a block of nothing shows nothing.
func TestThemeEmptyBlock(t *testing.T) {
	t.Parallel()
	th, _ := files{"blocks/notice.html": blockCopy("notice", "")}.load(t)
	if strings.Contains(home(t, th, 1), `class="notice"`) || !strings.Contains(home(t, nil, 1), `class="notice"`) {
		t.Error("the shop's own stands in the place of an empty block")
	}
}

// TestThemeAfterUpdate: a copy of an old version goes on working and is named; one that does not
// fit any more is left out, and keeps no shop from starting.
func TestThemeAfterUpdate(t *testing.T) {
	t.Parallel()
	newer := maps.Clone(ownBlocks())
	for name, b := range newer {
		b.version = 3
		newer[name] = b
	}
	for text, want := range map[string]string{
		`<li class="mine">{{.Name}}</li>`: "blocks/card.html:1: is a copy of version 1, and there is version 3",
		"<li>\n{{.Colour}}</li>": "blocks/card.html:3: is left out: it is a copy of version 1, which does not fit version 3 any more: " +
			"there is no .Colour",
		`{{template "no-more" .}}`: "blocks/card.html:2: is left out",
	} {
		dir := files{"blocks/card.html": blockOf("card", 1, text), "blocks/hero.html": "{{- /* hero, version 3 */ -}}<p>mine</p>"}.write(t)
		th, err := loadThemeOf(newer, dir, clock.System(), zap.NewNop())
		if err != nil {
			t.Fatal(err)
		}
		if len(th.notes) == 0 || !strings.HasPrefix(th.notes[len(th.notes)-1].String(), want) {
			t.Errorf("%v, want %s", th.notes, want)
		}
		page := home(t, th, 1)
		if mine := strings.Contains(page, `class="mine"`); mine != strings.Contains(text, "mine") || !strings.Contains(page, "<p>mine</p>") {
			t.Errorf("%s: %s", text, page)
		}
	}
}

// TestThemeReach: what the blocks are given leads to data alone.
func TestThemeReach(t *testing.T) {
	t.Parallel()
	active := regexp.MustCompile(`^(Unm|M)arshal|^(Set|Write|Scan|Gob|Serve|RoundTrip|Secret|Reveal|Access|Refresh)([A-Z]|$)`)
	for _, b := range ownBlocks() {
		names := sortedKeys(reachable(b.view))
		for _, name := range names {
			if active.MatchString(name) {
				t.Errorf("%s reaches .%s", b.name, name)
			}
		}
		own := themeBlock{block: b, text: b.source}
		if faults := own.parse(); len(faults) > 0 {
			t.Errorf("the shop's own block: %v", faults)
		}
	}
}

// TestCheckTheme: the check says what is wrong on which page, and what is out of date.
func TestCheckTheme(t *testing.T) {
	t.Parallel()
	check := func(f files) (string, error) {
		var out bytes.Buffer
		err := Config{ThemeDir: f.write(t)}.CheckTheme(context.WithoutCancel(t.Context()), &out)
		return out.String(), err
	}
	if said, err := check(files{"blocks/card.html": ownBlocks()["card"].source}); err != nil || !strings.Contains(said, "up to date") {
		t.Error(err, said)
	}
	said, err := check(files{
		"blocks/hero.html":           blockCopy("hero", `<section style="color:red" onclick="x()"><img src="/a.png"><p>`),
		"blocks/price.html":          blockCopy("price", "<p>{{index .Was 3}}</p>"),
		"blocks/buy.html":            blockCopy("buy", `{{with .Chosen}}<form id="buy"><input name="product"></form>{{end}}`),
		"blocks/not-there.html":      blockCopy("not-there", ""),
		"blocks/address-fields.html": blockCopy("address-fields", `{{template "field" (input .Form "line1")}}`),
	})
	if err == nil {
		t.Error("nothing is wrong")
	}
	for _, want := range []string{
		"blocks/hero.html: <section> has style=", "blocks/hero.html: <section> has onclick=", "blocks/hero.html: <img> has no alt=",
		"blocks/hero.html: <p> has no end", "blocks/price.html:2: ", `blocks/buy.html: has no field or button "variant"`,
		`blocks/address-fields.html: has no field or button "city"`, "blocks/not-there.html: there is no block of this name",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	said, err = check(cardOf("{{if}}"))
	if err == nil || !strings.Contains(said, "blocks/card.html:2: ") {
		t.Error(err, said)
	}
}

// TestBlockVersions: a change of a block, or of what it is given, is one that copies of it have to
// know of. Before its first release a block may change as it likes.
func TestBlockVersions(t *testing.T) {
	t.Parallel()
	const golden = "testdata/blocks.txt"
	var now strings.Builder
	for _, name := range sortedKeys(ownBlocks()) {
		b := ownBlocks()[name]
		_, body, _ := strings.Cut(b.source, "\n")
		fmt.Fprintf(&now, "%s %d %x %s\n", name, b.version, sha256.Sum256([]byte(body)), strings.Join(sortedKeys(reachable(b.view)), ","))
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(now.String(), "\n")
	for i, line := range strings.Split(string(before), "\n") {
		if i >= len(lines) || lines[i] != line {
			name, _, _ := strings.Cut(line, " ")
			t.Errorf("the block %s, or what it is given, has changed: raise the version in its first line when copies of it have to be "+
				"looked at, then write the file anew with UPDATE_GOLDEN=1", name)
		}
	}
}
