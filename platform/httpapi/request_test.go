package httpapi

import (
	"context"
	"testing"

	"orderd/platform/locale"
)

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
		if got := Locale(ctx, locale.English); got != "en" {
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
