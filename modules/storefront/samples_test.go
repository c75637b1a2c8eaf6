package storefront

import (
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
	for _, run := range sampleRuns() {
		page := s.show(t.Context(), run)
		if page.status >= 500 || page.status == 404 && run.path != "/nowhere" {
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
