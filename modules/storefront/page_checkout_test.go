package storefront

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

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

// TestLogInFromTheCheckout: what a guest has typed waits until they are back from the login, and is
// shown once.
func TestLogInFromTheCheckout(t *testing.T) {
	t.Parallel()
	calls := formScript()
	calls["POST /v1/auth/login"] = gives(sessionAnswer("Ada"))
	calls["GET /v1/cart"] = gives(object{"itemCount": 1})
	v := newVisitors(t, ownURL, calls)
	typed := url.Values{
		"login": {"1"}, "address": {addressNew}, "line1": {"Torstraße 12"}, "city": {"Berlin"}, "note": {"Ring twice"},
	}
	logIn := func(guest session) *session {
		t.Helper()
		sent := v.post("/checkout", typed, v.cookie(guest))
		mustLead(t, sent, "/login?to=%2Fcheckout")
		back := v.post("/login", url.Values{"email": {"ada@example.com"}, "password": {"secret"}, "to": {"/checkout"}}, v.cookie(*v.kept(sent)))
		mustLead(t, back, "/checkout")
		return v.kept(back)
	}

	s := logIn(session{CartToken: "of a guest"})
	r := v.get("/checkout", v.cookie(*s))
	mustShow(t, r, http.StatusOK, `value="Torstraße 12"`, `value="Berlin"`, "Ring twice")
	if again := bodyOf(t, v.get("/checkout", v.cookie(*v.kept(r)))); strings.Contains(again, "Torstraße 12") {
		t.Error("what was typed is shown a second time")
	}

	s = logIn(session{CartToken: "of a guest"})
	v.clock.Advance(pendingAge + time.Second)
	s.AccessEnds = v.clock.Now().Add(time.Hour)
	if late := bodyOf(t, v.get("/checkout", v.cookie(*s))); strings.Contains(late, "Torstraße 12") {
		t.Error("what was typed is shown after more than an hour")
	}

	typed.Set("note", strings.Repeat("x", longestCookie)) // no cookie holds that
	if s = logIn(session{CartToken: "of a guest"}); s.Typed != nil || s.CartToken != "" || !s.signedIn() {
		t.Errorf("the browser keeps %+v", s)
	}
}

// What stood in the form when a session ended is shown to its account, and to no other one.
func TestLogInAfterTheSessionOfACheckout(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Ada": true, "Bob": false} {
		calls := formScript()
		calls["POST /v1/auth/refresh"] = refuses(http.StatusUnauthorized, "invalid_refresh_token")
		calls["POST /v1/auth/login"] = gives(sessionAnswer(name))
		calls["GET /v1/cart"] = gives(object{"itemCount": 1})
		v := newVisitors(t, ownURL, calls)
		over := v.signedIn("Ada")
		over.AccessEnds = v.clock.Now()
		sent := v.post("/checkout", url.Values{"address": {addressNew}, "line1": {"Torstraße 12"}}, v.cookie(over))
		mustLead(t, sent, "/login?to=%2Fcheckout")
		back := v.post("/login", url.Values{"email": {"x@example.com"}, "password": {"secret"}, "to": {"/checkout"}}, v.cookie(*v.kept(sent)))
		if kept := v.kept(back); kept.Typed != nil != want {
			t.Errorf("%s: the browser keeps %+v", name, kept.Typed)
		}
	}
}

// A shop that delivers nowhere yet names no other country to choose; goods that are fetched have an
// address.
func TestCheckoutWithoutDelivery(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		destinations []object
		want         string
	}{{nil, "Delivery is not set up in this shop yet."}, {[]object{{"country": "AT"}}, "We do not deliver there."}} {
		calls := formScript()
		calls["GET /v1/shop"] = gives(object{
			"name": "Moka", "country": "DE", "locale": "en", "locales": []string{"en"}, "destinations": row.destinations,
			"seller": object{"name": "Moka GmbH", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin"},
		})
		v := newVisitors(t, ownURL, calls)
		mustShow(t, v.get("/checkout", v.cookie(v.signedIn("Ada"))), http.StatusOK, row.want, "Address: Torstraße 12, 10119 Berlin.")
	}
}

// An address that today's rules refuse is shown with what is wrong when it is made the default.
func TestAnOldAddressAsDefault(t *testing.T) {
	t.Parallel()
	path := "/v1/users/me/addresses/a1"
	v := newVisitors(t, ownURL, script{
		"GET " + path: gives(object{"id": "a1", "fullName": "Ada", "line1": "Torstraße 12", "city": "Berlin", "country": "DE"}),
		"PUT " + path: {status: http.StatusUnprocessableEntity, body: object{
			"status": 422, "code": "validation_failed", "errors": []object{{"pointer": "/postalCode", "code": "required"}},
		}},
	})
	mustShow(t, v.post("/account/addresses/a1/default", nil, v.cookie(v.signedIn("Ada"))), http.StatusUnprocessableEntity,
		`id="postalCode-e"`, `value="Torstraße 12"`)
}
