package storefront

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"go.uber.org/zap"

	"orderd/platform/clock"
	"orderd/platform/locale"
	"orderd/platform/secret"
)

// errThemeFaults is returned for a theme with faults.
var errThemeFaults = errors.New("the theme has faults")

// CheckTheme says how the theme is: its blocks with their versions, what its author should know,
// and what is wrong, each with its file and line. It renders every page in every state of a shop,
// for every kind of visitor, in every language. The error is that there is something wrong.
func (c Config) CheckTheme(ctx context.Context, out io.Writer) error {
	if c.ThemeDir == "" {
		return errors.New("a folder is missing")
	}
	t, err := loadTheme(c.ThemeDir, clock.System(), zap.NewNop())
	if wrong, ok := errors.AsType[themeFaults](err); ok {
		printLines(out, "Wrong:", wrong.lines())
		return errThemeFaults
	}
	found, pages := t.trySamples(ctx)
	t.printBlocks(out)
	fmt.Fprintf(out, "\n%d pages rendered\n", pages)
	printLines(out, "To know:", themeFaults(t.notes).lines())
	printLines(out, "Wrong:", found)
	if len(found) > 0 {
		return errThemeFaults
	}
	return nil
}

func printLines(out io.Writer, title string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(out, "\n%s\n  %s\n", title, strings.Join(lines, "\n  "))
	}
}

// printBlocks lists the blocks of the theme with their versions.
func (t *themeFolder) printBlocks(out io.Writer) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "BLOCK\tVERSION\tTHE SHOP'S OWN\t")
	for _, name := range sortedKeys(t.blocks) {
		b, state := t.blocks[name], "up to date"
		if b.outdated() {
			state = "out of date"
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%s\n", name, b.copied, b.version, state)
	}
	_ = table.Flush() // the writer says so at the next line
}

// trySamples renders every page, and says what was wrong with the blocks of the theme.
func (t *themeFolder) trySamples(ctx context.Context) (found []string, pages int) {
	own := map[locale.Code]*template.Template{}
	for _, l := range languages {
		own[l] = newSet(l, t.wordsOf(l), readFiles(ownFolder(), t.static))
	}
	var run sampleRun
	said := map[string]bool{}
	say := func(f themeFault) {
		if !said[f.String()] {
			said[f.String()] = true
			found = append(found, f.String()+": on "+run.String())
		}
	}
	t.inspected = func(l locale.Code, name string, view any, html string, err error) {
		b := t.blocks[name]
		if err != nil {
			say(b.syntaxFault(err))
			return
		}
		for _, fault := range markupFaults(html) {
			say(themeFault{file: b.file(), text: fault})
		}
		var before bytes.Buffer
		if own[l].ExecuteTemplate(&before, name, view) == nil {
			for _, field := range missingFields(before.String(), html) {
				say(themeFault{file: b.file(), text: fmt.Sprintf("has no field or button %q, which the shop's own has", field)})
			}
		}
	}
	s := newSampleSite(t)
	for _, run = range sampleRuns() {
		t.mu.Lock()
		clear(t.out)
		t.mu.Unlock()
		page := s.show(ctx, run)
		pages++
		if page.status >= http.StatusInternalServerError && run.state.fails == 0 {
			say(themeFault{file: "the page", text: fmt.Sprintf("answers %d", page.status)})
		}
	}
	slices.Sort(found)
	return found, pages
}

// sampleSite are the pages above samples.
type sampleSite struct {
	*site
	samples *samples
}

// newSampleSite makes pages with the theme; nil is none.
func newSampleSite(t *themeFolder) sampleSite {
	all := newSamples()
	handler, err := New(Deps{
		API: all, Address: func(*http.Request) string { return "192.0.2.1" }, PublicURL: "https://shop.example",
		Secret: secret.New("the samples have no secrets to keep"),
	})
	s, ok := handler.(*site)
	if err != nil || !ok {
		panic("storefront: no pages without a theme") // nothing can be wrong
	}
	s.use(t)
	return sampleSite{site: s, samples: all}
}

// samplePage is what a visitor gets. It implements http.ResponseWriter.
type samplePage struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header is the answer's.
func (p *samplePage) Header() http.Header { return p.header }

// WriteHeader keeps the status.
func (p *samplePage) WriteHeader(status int) { p.status = status }

// Write keeps the bytes.
func (p *samplePage) Write(b []byte) (int, error) { return p.body.Write(b) }

// show asks for the page of a run. Those of one state that follow each other have the same shell.
func (s sampleSite) show(ctx context.Context, run sampleRun) *samplePage {
	s.samples.mu.Lock()
	another := s.samples.run.state.name != run.state.name
	s.samples.run = run
	s.samples.mu.Unlock()
	if another {
		s.shells.mu.Lock()
		s.shells.kept = nil
		s.shells.mu.Unlock()
	}
	s.wanted.mu.Lock()
	s.wanted.at, s.wanted.err = time.Time{}, nil
	s.wanted.mu.Unlock()
	s.kept = newKeptPages(plainPages, queriedPages)
	path, page := run.path, &samplePage{header: http.Header{}, status: http.StatusOK}
	if run.language != locale.German {
		path = "/" + string(run.language) + strings.TrimSuffix(path, "/")
	}
	var body io.Reader
	if run.method == http.MethodPost {
		body = strings.NewReader(url.Values{"email": {"ada"}, "points": {"1"}, "code": {"SUMMER"}, "rating": {"5"},
			"message": {run.state.text}}.Encode())
	}
	req, err := http.NewRequestWithContext(ctx, run.method, "https://shop.example"+path, body)
	if err != nil {
		panic("storefront: " + err.Error()) // the addresses are right
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	text, err := s.seal.close(s.samples.sampleSession(s.clock.Now()))
	if err != nil {
		panic("storefront: " + err.Error()) // a session can be sealed
	}
	req.AddCookie(&http.Cookie{Name: s.cookieName(), Value: text}) //nolint:gosec // it is that of a request
	s.ServeHTTP(page, req)
	return page
}
