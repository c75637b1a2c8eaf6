package storefront

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"orderd/platform/locale"
)

// TestLanguageOfACheckout: what was typed goes along to another language, of a form that was
// refused as well, and whatever the browser says of where it came from.
func TestLanguageOfACheckout(t *testing.T) {
	t.Parallel()
	s := newSampleSite(nil)
	for _, state := range sampleStates() {
		if state.many == 0 {
			continue // nothing is in the cart
		}
		for l, other := range map[locale.Code]string{locale.English: "/checkout", locale.German: "/en/checkout"} {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				run := sampleRun{state: state, visitor: sampleGuest, language: l, method: method, path: "/checkout"}
				page := s.show(t.Context(), run).body.String()
				for _, want := range []string{`<form id="checkout" `, `form="checkout" formaction="` + other + `" name="update"`} {
					if !strings.Contains(page, want) {
						t.Errorf("%s lacks %s", run, want)
					}
				}
				if method == http.MethodPost && !strings.Contains(page, `name="email" value="ada"`) {
					t.Errorf("%s: what was typed is lost", run)
				}
			}
		}
	}
}

// TestLinesOfACheckout: they cost what they do in the order, which may bear no VAT where the cart
// does.
func TestLinesOfACheckout(t *testing.T) {
	t.Parallel()
	s := newSampleSite(nil)
	for _, state := range sampleStates() {
		if state.many == 0 {
			continue // nothing is in the cart
		}
		run := sampleRun{state: state, visitor: sampleGuest, language: locale.English, method: http.MethodGet, path: "/checkout"}
		_, lines, _ := strings.Cut(s.show(t.Context(), run).body.String(), `<ul class="lines small" id="cart">`)
		lines, _, _ = strings.Cut(lines, "</ul>")
		want, without := "2 × €12.90", "2 × €12.06"
		if state.refused {
			want, without = without, want
		}
		requireOnPage(t, lines, []string{want}, []string{without})
	}
}

// TestSoldOutHasNoButton: what is sold out is not put into the cart, by Enter either.
func TestSoldOutHasNoButton(t *testing.T) {
	t.Parallel()
	s := newSampleSite(nil)
	for _, state := range sampleStates() { // the first of the variants is sold out in each
		run := sampleRun{state: state, visitor: sampleGuest, language: locale.English, method: http.MethodGet, path: "/p/espresso"}
		_, form, _ := strings.Cut(s.show(t.Context(), run).body.String(), `<form id="buy"`)
		form, _, _ = strings.Cut(form, "</form>")
		if has := strings.Contains(form, "<button class="); form != "" && has == (state.soldOut || state.variants == 1) {
			t.Errorf("%s: a button is %t in\n%s", run, has, form)
		}
	}
}

// A country that can't be chosen is described by what is wrong with it.
func TestFaultOfACountry(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, formScript())
	v.api.answers["POST /v1/checkout"] = scripted{status: http.StatusUnprocessableEntity, body: object{
		"status": 422, "code": "validation_failed",
		"errors": []object{{"pointer": "/shipTo/country", "code": "not_allowed", "detail": "We do not deliver there."}},
	}}
	mustShow(t, v.post("/checkout", url.Values{"order": {"1"}, "address": {addressNew}}, v.cookie(v.signedIn("Ada"))),
		http.StatusUnprocessableEntity, `<p class="error" id="country-e">`,
		`name="country" autocomplete="country" aria-invalid="true" aria-describedby="country-e">`)
}

// Countries are found by their names: the shop's own first, then the others in the order of the
// alphabet.
func TestCountriesByName(t *testing.T) {
	t.Parallel()
	to := func(codes ...string) (all []destination) {
		for _, code := range codes {
			all = append(all, destination{Country: &code})
		}
		return all
	}
	s := &shell{Shop: shop{Country: "DE", Destinations: to("AT", "AX", "BE", "CZ", "DE", "ES", "PL", "SE")}}
	for l, want := range map[locale.Code]string{
		locale.English: "DE AX AT BE CZ PL ES SE", locale.German: "DE AX BE AT PL SE ES CZ",
	} {
		if got := strings.Join((&visit{shell: s, language: l}).frame("").Countries(), " "); got != want {
			t.Errorf("%s: %s, want %s", l, got, want)
		}
	}
}
