package httpapi

import (
	"context"
	"testing"

	"orderd/platform/locale"
)

// inRequest is a context with the header Accept-Language, of a request to a shop that speaks some
// languages, of which the first is its own.
func inRequest(t *testing.T, header string, spoken ...string) context.Context {
	t.Helper()
	r := &Router{
		locale: func() locale.Code { return locale.Code(spoken[0]) }, locales: func() []string { return spoken },
	}
	return context.WithValue(t.Context(), requestKey{}, &request{router: r, languages: header})
}

// A shop writes in the languages that it speaks, and in its own to whoever asks for another.
func TestLocaleOfShop(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{"": "de", "en": "de", "en, de;q=0.1": "de", "fr": "de", "de": "de"} {
		if got := Locale(inRequest(t, header, "de"), ""); got != want {
			t.Errorf("a German shop, %q: %q, want %q", header, got, want)
		}
	}
	for header, want := range map[string]string{"": "de", "en": "en", "fr": "de", "en;q=0.5, de;q=0.1": "en"} {
		if got := Locale(inRequest(t, header, "de", "en"), ""); got != want {
			t.Errorf("a shop of both, %q: %q, want %q", header, got, want)
		}
	}
	if got := Locale(inRequest(t, "en", "de", "en"), "de"); got != "de" {
		t.Errorf("German is asked for: %q", got)
	}
}

func TestLocale(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "en", "de": "de", "en": "en", "de-AT,de;q=0.9,en;q=0.8": "de", "en;q=0.5, de;q=0.7": "de", "fr, de;q=0.1": "de", "fr": "en",
		"*":      "en",
		"de;q=0": "en", "DE-de": "de", "de;q=x, en;q=0.2": "en", "den": "en", "de;q=NaN": "en",
	} {
		ctx := context.WithValue(t.Context(), requestKey{}, &request{languages: header})
		if got := Locale(ctx, ""); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
		if got := Locale(ctx, "en"); got != "en" {
			t.Errorf("English is asked for with %q: %q", header, got)
		}
	}
}

func TestPreferredLanguage(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "", "*": "", "de": "de", "fr-CH, fr;q=0.9, en;q=0.8": "fr-ch", "en;q=0.5, de-AT;q=0.7": "de-at", "de;q=0": "", "de;q=x, en": "en",
	} {
		ctx := context.WithValue(t.Context(), requestKey{}, &request{languages: header})
		if got := PreferredLanguage(ctx); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}
