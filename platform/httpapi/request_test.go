package httpapi

import (
	"context"
	"testing"
)

func TestAcceptLanguage(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "", "de": "de", "en": "en", "de-AT,de;q=0.9,en;q=0.8": "de", "en;q=0.5, de;q=0.7": "de", "fr, en;q=0.1": "en", "fr": "", "*": "",
		"de;q=0": "", "DE-de": "de", "de;q=x, en;q=0.2": "en", "den": "", "de;q=NaN": "",
	} {
		ctx := context.WithValue(t.Context(), requestKey{}, &request{languages: header})
		if got := AcceptLanguage(ctx); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
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
