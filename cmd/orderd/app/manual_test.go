package app

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"orderd/cmd/orderd/app/manual"
	"orderd/cmd/orderd/app/seed"
	"orderd/test/kit"
)

// TestGuides runs the calls of the guides, in the order in which they are read, and compares the
// answers that they show.
func TestGuides(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	if _, err := seed.Run(t.Context(), s.seedOptions(s.api)); err != nil {
		t.Fatal(err)
	}
	if _, err := seed.Pictures(t.Context(), s.seedOptions(s.api), 1, "travel-press"); err != nil {
		t.Fatal(err)
	}
	kit.Eventually(t, "the stock is shown", func() error { return shown(t, s) })
	variables := filepath.Join(t.TempDir(), "variables")
	password := "PASSWORD=" + s.config.Admin.Password.Reveal() + "\n"
	if err := os.WriteFile(variables, []byte(password), 0o600); err != nil {
		t.Fatal(err)
	}
	receiver := newGuideReceiver(t, variables)
	answers, said := 0, ""
	for _, name := range manual.Guides() {
		text, err := os.ReadFile("manual/guides/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range block.FindAllStringSubmatch(string(text), -1) {
			if b[1] == "json" {
				answers++
				if err := agree(strings.ReplaceAll(b[2], "http://127.0.0.1:8080", s.config.HTTP.PublicURL), said); err != nil {
					t.Errorf("%s: %v:\n%s\nthe guide says\n%s", name, err, said, b[2])
				}
				continue
			}
			if b[1] == "go" {
				receiver.start(b[2])
				continue
			}
			awaitCode(t, s.api, b[2])
			said = shell(t, variables, strings.NewReplacer("http://127.0.0.1:8080", s.api, guideReceiverAddr, receiver.addr).Replace(b[2]))
			if name == "idempotency" && strings.Contains(b[2], "/dev/null") && strings.TrimSpace(said) != `"itemCount":4` {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
	if answers < 20 {
		t.Errorf("the guides show %d answers", answers)
	}
}

// TestSamples finds each TypeScript in the guides, and in the README of the clients, in the sample
// that `make clients` compiles and buys with.
func TestSamples(t *testing.T) {
	t.Parallel()
	const clients = "../../../test/clients/"
	files, err := filepath.Glob(clients + "storefront/*.ts")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var sample strings.Builder
	for _, file := range files {
		sample.WriteString(read(t, file))
	}
	texts := []string{clients + "README.md"}
	for _, name := range manual.Guides() {
		texts = append(texts, "manual/guides/"+name+".md")
	}
	shown := 0
	for _, file := range texts {
		for _, b := range regexp.MustCompile("(?s)```ts\n(.*?)```").FindAllStringSubmatch(read(t, file), -1) {
			shown++
			if !strings.Contains(sample.String(), b[1]) {
				t.Errorf("%s shows what the sample does not have:\n%s", file, b[1])
			}
		}
	}
	if shown < 8 {
		t.Errorf("%d pieces are shown", shown)
	}
}

// read is the text of a file.
func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var link = regexp.MustCompile(`(?:href|src)="([^"]+)"`)

// TestManual follows every link of every page: each leads to something, none but those to standards
// leads out of the service. Every error code that the service knows has a text.
func TestManual(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	// The pages of the API reference have tests of their own.
	known := map[string]bool{"/docs/": true, "/docs/guides": true, "/docs": true, "/docs/admin": true}
	queue := []string{"/docs/", "/docs/guides"}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		page, status := asBrowser(t, s.api+path)
		if status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
		if !strings.HasPrefix(path, "/docs/guides") && !strings.HasPrefix(path, "/docs/errors") && path != "/docs/changelog" && path != "/docs/" {
			continue
		}
		for _, want := range []string{"<!doctype html>", `<html lang="en">`, "<h1", `<meta name="viewport"`} {
			if strings.Count(page, want) != 1 {
				t.Errorf("%s: %d times %s", path, strings.Count(page, want), want)
			}
		}
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			to, _, _ := strings.Cut(m[1], "#")
			if strings.HasPrefix(to, "https://www.rfc-editor.org/") || to == "" || known[to] {
				continue
			}
			if !strings.HasPrefix(to, "/") {
				t.Errorf("%s leads to %s", path, to)
				continue
			}
			known[to], queue = true, append(queue, to)
		}
	}
	for _, code := range s.router.ErrorCodes() {
		path := "/docs/errors/" + string(code)
		if page, _ := asBrowser(t, s.api+path); !known[path] || !strings.Contains(page, "<strong>What to do.</strong>") {
			t.Errorf("%s has no text or no link", path)
		}
	}
	for _, name := range manual.Guides() {
		if !known["/docs/guides/"+name] {
			t.Errorf("nothing leads to %s", name)
		}
	}
}

// TestStart answers /docs/ with a page to browsers and with links to programs. So does / where the
// shop's pages are off; else they are there.
func TestStart(t *testing.T) {
	t.Parallel()
	for _, enabled := range []string{"true", "false"} {
		t.Run(enabled, func(t *testing.T) {
			t.Parallel()
			s := startedWith(t, append(migratedEnviron(t, kit.Dialects[0]), "ORDERD_STOREFRONT_ENABLED="+enabled))
			indexes := []string{"/docs/", "/"}
			if enabled == "true" {
				indexes = indexes[:1]
				if page, status := asBrowser(t, s.api+"/"); status != 200 || !strings.Contains(page, `<a class="logo" href="/">`) {
					t.Errorf("%d %s", status, page)
				}
			}
			for _, path := range indexes {
				page, status := asBrowser(t, s.api+path)
				if status != 200 || !strings.Contains(page, `href="/dev/mail"`) || !strings.Contains(page, "dev mode") ||
					strings.Contains(page, `href="/"`) != (enabled == "true") {
					t.Errorf("%s: %d %s", path, status, page)
				}
				if status, body := get(t, s.api+path); status != 200 || !strings.Contains(body, `"openapi":"/openapi.json"`) ||
					strings.Contains(body, version()) {
					t.Errorf("%s: %d %s", path, status, body)
				}
			}
			if status, body := get(t, s.api+"/nothing"); status != 404 || strings.Contains(body, "<html") != (enabled == "true") {
				t.Errorf("%d %s", status, body)
			}
			for _, own := range []string{"/v1/nothing", "/docs/nothing", "/media/nothing", "/dev/nothing", "/v1", "/openapi.txt"} {
				if status, body := get(t, s.api+own); status != 404 || !strings.Contains(body, `"code":"not_found"`) {
					t.Errorf("%s: %d %.80s", own, status, body)
				}
			}
		})
	}
}

func asBrowser(t *testing.T, url string) (page string, status int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var b strings.Builder
	if err := answer.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String(), answer.StatusCode
}
