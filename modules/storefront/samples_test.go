package storefront

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestSamples renders every page in every state, for every kind of visitor, in every language: none
// fails, each is well-formed HTML without a double id or a picture without a text, and what people
// write is never markup.
func TestSamples(t *testing.T) {
	t.Parallel()
	s := newSampleSite(nil)
	rendered := s.noteRendered()
	statuses := map[int]bool{}
	for _, run := range sampleRuns() {
		page := s.show(t.Context(), run)
		statuses[page.status] = true
		if page.status >= 500 && run.state.fails == 0 || page.status == 404 && run.path != "/nowhere" {
			t.Errorf("%s: %d", run, page.status)
			continue
		}
		body := page.body.String()
		if page.status == 303 || page.status == 301 {
			continue
		}
		for _, fault := range pageFaults(body) {
			t.Errorf("%s: %s", run, fault)
		}
		isPart := strings.HasPrefix(run.path, "/search/suggest") || run.path == "/account/notices/latest"
		if !isPart && !strings.HasSuffix(strings.TrimSpace(body), "</html>") {
			t.Errorf("%s: it is not whole", run)
		}
	}
	for _, operation := range sortedKeys(s.samples.unknown) {
		t.Errorf("there is no sample for %s", operation)
	}
	for name := range s.pages["en"] {
		if !rendered[name] {
			t.Errorf("the page %q is in no sample", name)
		}
	}
	for _, status := range []int{200, 303, 403, 404, 422, 429, 500, 503} {
		if !statuses[status] {
			t.Errorf("no page of the samples answers %d", status)
		}
	}
}

// TestSamplesOfPayment: the samples show each state of an order that is paid online, for everybody
// who buys, and how else it can be paid.
func TestSamplesOfPayment(t *testing.T) {
	t.Parallel()
	s := newSampleSite(nil)
	states := map[string]string{
		"/orders/card-ready/pay": `id="card-fields"`, "/orders/card-unprepared/pay": `data-next=`,
		"/orders/card-impossible/pay": `name="method"`, "/orders/card-ready/paid": `data-next=`,
		"/orders/card-ready/pay?failed=1": `role="alert"`, "/p/espresso?said=added&quantity=3": `role="status"`,
	}
	for _, visitor := range []sampleVisitor{sampleGuest, sampleUser, sampleWholesale} {
		seen := map[string]bool{}
		for _, run := range sampleRuns() {
			if want := states[run.path]; want != "" && run.visitor == visitor && run.state.name == "one" {
				seen[run.path] = strings.Contains(s.show(t.Context(), run).body.String(), want)
			}
		}
		for path := range states {
			if !seen[path] {
				t.Errorf("%s is not shown to %s", path, visitor)
			}
		}
	}
}

// noteRendered returns the names of the pages that are rendered from now on.
func (s sampleSite) noteRendered() map[string]bool {
	rendered, noting := map[string]bool{}, pages{}
	for l, all := range s.pages {
		noting[l] = map[string]func() *template.Template{}
		for name, page := range all {
			noting[l][name] = func() *template.Template {
				rendered[name] = true
				return page()
			}
		}
	}
	s.pages = noting
	return rendered
}

// unsaid is what stands where a template has nothing to say it with.
var unsaid = regexp.MustCompile(`%![a-z(]|<no value>|&lt;nil&gt;|0x[0-9a-f]{6}|\{[a-zA-Z]+\}`)

// pageFaults is what is wrong with a whole page.
func pageFaults(body string) []string {
	faults := markupFaults(body)
	if strings.Contains(body, "<script>alert") || strings.Contains(body, "<b>&</b>") {
		faults = append(faults, "what somebody has written is markup")
	}
	visible := regexp.MustCompile(`(?s)<script.*?</script>`).ReplaceAllString(body, "")
	if found := unsaid.FindString(visible); found != "" {
		faults = append(faults, "it says "+found)
	}
	ids := map[string]bool{}
	var wanted []string
	for z := html.NewTokenizer(strings.NewReader(body)); z.Next() != html.ErrorToken; {
		for _, a := range z.Token().Attr {
			switch a.Key {
			case "id":
				if ids[a.Val] {
					faults = append(faults, "two have the id "+a.Val)
				}
				ids[a.Val] = true
			case "for", "aria-labelledby", "aria-describedby":
				wanted = append(wanted, strings.Fields(a.Val)...)
			case "aria-label":
				if a.Val == "" {
					faults = append(faults, "an aria-label is empty")
				}
			}
		}
	}
	for _, id := range wanted {
		if !ids[id] && !slices.Contains(faults, "nothing has the id "+id) {
			faults = append(faults, "nothing has the id "+id)
		}
	}
	return faults
}
