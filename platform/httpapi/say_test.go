package httpapi_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
	"orderd/test/kit"
)

// languages are headers, and what they ask for; "" is the shop's language.
var languages = map[string]locale.Code{
	"": "", "en": "en", "de": "de", "de-AT": "de", "DE-de-1996": "de", "fr": "", "*": "", "fr, *;q=0.5": "",
	"fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7": "en", "en;q=0.2, de-AT;q=0.9": "de", "de;q=0, en;q=0.1": "en", "de;q=0": "",
	"de;q=x": "", "de;q=": "", "de;q=2, en;q=0.1": "en", ";;,,q=1": "", "de;;q=1": "de", "deutsch": "", "den": "",
	"de\x80": "", strings.Repeat("x,", 3000) + "de": "de", ", de ,": "de", "de ; q=0.5": "de",
}

// TestLanguages: a problem and its fields speak the caller's language, else the shop's, and say so;
// nothing else about them differs.
func TestLanguages(t *testing.T) {
	t.Parallel()
	for _, shop := range []locale.Code{"", "en", "de"} {
		b := plain(t, func(o *httpapi.Options) {
			if shop != "" {
				o.Locale = func() locale.Code { return shop }
			}
		})
		for header, want := range languages {
			if want == "" {
				want = shop
			}
			if want == "" {
				want = "en"
			}
			said := map[locale.Code][]string{
				"en": {"The request is not valid.", "must have at most 20 characters", "must be between 1 and 5", "is not a field of this request"},
				"de": {"Die Anfrage ist nicht gültig.", "darf höchstens 20 Zeichen haben", "muss zwischen 1 und 5 liegen",
					"ist kein Feld dieser Anfrage"},
			}[want]
			a := b.customer(t).With("Accept-Language", header).
				Do(t, "POST", "/v1/things", `{"name":"`+strings.Repeat("x", 21)+`","rating":6,"z":1}`).Require(t, 422, "validation_failed")
			requireLanguage(t, a, header, want)
			got := []string{a.Text("detail"), a.Text("errors.0.detail"), a.Text("errors.1.detail"), a.Text("errors.2.detail")}
			if !slices.Equal(got, said) {
				t.Errorf("%q in a shop of %q: %q, want %q", header, shop, got, said)
			}
			if a.Text("title") != "Unprocessable Entity" ||
				!slices.Equal(a.Pointers(), []string{"/name too_long", "/rating out_of_range", "/z unexpected_field"}) {
				t.Errorf("%q: %s", header, a.Body)
			}
		}
	}
}

func requireLanguage(t *testing.T, a kit.Answer, header string, want locale.Code) {
	t.Helper()
	if got := a.Header.Get("Content-Language"); got != string(want) {
		t.Errorf("%q: Content-Language is %q, want %q", header, got, want)
	}
	if !slices.Contains(a.Header.Values("Vary"), "Accept-Language") {
		t.Errorf("%q: Vary is %q", header, a.Header.Values("Vary"))
	}
}

// TestProblemsInGerman: whatever answers with a problem speaks German, or English where one of its
// texts has no German.
func TestProblemsInGerman(t *testing.T) {
	t.Parallel()
	b := plain(t)
	api := b.api(t).With("Accept-Language", "de-AT,de;q=0.9,en;q=0.8")
	for _, row := range []struct {
		api                  *kit.API
		method, path, body   string
		status               int
		spoken, detail, more string
	}{
		{api, "GET", "/v1/none", "", 404, "de", "Unter diesem Pfad gibt es nichts.", ""},
		{api, "PATCH", "/v1/price", "", 405, "de", "Dieser Pfad nimmt diese Methode nicht an.", ""},
		{api, "GET", "/v1/broken/wrapped", "", 404, "de", "Das gibt es nicht.", ""},
		{api, "GET", "/v1/broken/error", "", 500, "de", "Bei uns ist etwas schiefgegangen. Die Nummer des Fehlers ist ", ""},
		{api, "GET", "/v1/broken/stock", "", 409, "en", "Not enough.", ""},
		{api, "GET", "/v1/things?page=1&page=2", "", 422, "de", "Die Anfrage ist nicht gültig.", "darf nur einmal angegeben werden"},
		{api, "GET", "/v1/things?kind=flat", "", 422, "de", "Die Anfrage ist nicht gültig.", "muss eines davon sein: round, square"},
		{b.customer(t).With("Accept-Language", "de"), "POST", "/v1/things", `{"name":1`, 400, "de",
			"Der Inhalt ist kein gültiges JSON: ein Komma oder das Ende des Objekts fehlt (bei Byte 9).", ""},
		{b.customer(t).With("Accept-Language", "de"), "POST", "/v1/things", `{"name":"x","slug":"A"}`, 422, "de",
			"Die Anfrage ist nicht gültig.", "muss die Form ^[a-z]+$ haben"},
		// A check whose text is in no table: the whole problem is English.
		{b.customer(t).With("Accept-Language", "de"), "POST", "/v1/things", `{"name":"","from":2,"to":1}`, 422, "en",
			"The request is not valid.", "is required"},
	} {
		var content any
		if row.body != "" {
			content = row.body
		}
		a := row.api.Do(t, row.method, row.path, content).Require(t, row.status)
		requireLanguage(t, a, row.path, locale.Code(row.spoken))
		if !strings.HasPrefix(a.Text("detail"), row.detail) {
			t.Errorf("%s: %q, want %q", row.path, a.Text("detail"), row.detail)
		}
		if row.more != "" && a.Text("errors.0.detail") != row.more {
			t.Errorf("%s: %q, want %q", row.path, a.Text("errors.0.detail"), row.more)
		}
	}
}

// A text may not have two translations, and what a pattern means must have one.
func TestGermanIsRegisteredOnce(t *testing.T) {
	t.Parallel()
	for name, register := range map[string]func(r *httpapi.Router){
		"a text of the platform": func(r *httpapi.Router) {
			r.RegisterProblems(httpapi.Problems{German: []fault.Translation{{"is required", "fehlt"}}})
		},
		"a pattern": func(r *httpapi.Router) {
			httpapi.Handle(r, httpapi.Public, httpapi.Op{ID: "odd", Method: "GET", Path: "/v1/odd"}, (&things{}).odd)
		},
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, "German") {
					t.Errorf("%s: %q", name, said)
				}
			}()
			register(plain(t).Router)
		}()
	}
}

func (s *things) odd(_ context.Context, _ *struct {
	Name string `query:"name" pattern:"^[a-z]$" patternDescription:"a letter"`
}) (*httpapi.Reply[greeting], error) {
	return httpapi.OK(greeting{})
}
