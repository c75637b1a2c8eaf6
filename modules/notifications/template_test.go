package notifications

import (
	"regexp"
	"slices"
	"testing"
)

var placeholder = regexp.MustCompile(`\{[a-zA-Z]+\}`)

func TestEveryTemplateIsInEveryLanguage(t *testing.T) {
	t.Parallel()
	for kind, languages := range templates {
		var placeholders []string
		for _, locale := range []string{"en", "de"} {
			text, ok := languages[locale]
			if !ok || text.Title == "" || text.Body == "" {
				t.Errorf("%s has no text in %s", kind, locale)
			}
			found := placeholder.FindAllString(text.Title+" "+text.Body, -1)
			slices.Sort(found)
			if locale == "en" {
				placeholders = found
			} else if !slices.Equal(found, placeholders) {
				t.Errorf("%s fills %v in %s and %v in en", kind, found, locale, placeholders)
			}
		}
		if len(languages) != 2 {
			t.Errorf("%s has %d languages", kind, len(languages))
		}
	}
}

func TestTextOf(t *testing.T) {
	t.Parallel()
	got, err := textOf(kindWholesaleQuestion, "en", map[string]string{"trackingId": "WHS-1", "question": "What is {trackingId}?"})
	if err != nil || got.Body != "We have a question about application WHS-1: What is {trackingId}?" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := textOf("nothing", "en", nil); err == nil {
		t.Error("an unknown kind has a text")
	}
}
