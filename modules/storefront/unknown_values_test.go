package storefront

import (
	"html/template"
	"maps"
	"net/http"
	"testing"

	"orderd/platform/locale"
)

// A value that came after these pages, of a service that was upgraded first, is shown as it is.
func TestValuesThatAreNew(t *testing.T) {
	t.Parallel()
	summary := object{"id": "o1", "number": "ORD-1", "stage": "weighed", "placedAt": "2026-11-20T10:00:00Z", "items": []object{}}
	order := maps.Clone(summary)
	maps.Copy(order, object{
		"paymentStatus": "half_paid", "payment": object{"method": "barter"},
		"included": object{"returns": []object{{"status": "on_its_way", "createdAt": "2026-11-20T10:00:00Z"}}},
	})
	v := newVisitors(t, ownURL, script{
		"GET /v1/shop": gives(object{
			"name": "Kaffeehaus", "country": "DE", "locale": "en", "locales": []string{"en", "de", "nl"}, "guestCheckout": true,
		}),
		"GET /v1/users/me":                  gives(object{"fullName": "Ada", "email": "ada@example.com", "locale": "nl"}),
		"GET /v1/orders":                    gives(object{"data": []object{summary}, "meta": object{"total": 1, "totalPages": 1}}),
		"GET /v1/orders/o1":                 gives(order),
		"GET /v1/notifications":             gives(object{"data": []object{}}),
		"GET /v1/loyalty/summary":           gives(object{"availablePoints": 700}),
		"GET /v1/loyalty/vouchers":          gives(object{"data": []object{{"code": "V", "status": "lent"}}}),
		"GET /v1/loyalty/history":           gives(object{"data": []object{{"kind": "birthday", "points": 5}}}),
		"GET " + vatIDPath:                  gives(object{"vatId": "FR40303265045", "status": "in_dispute"}),
		"GET /v1/wholesale/applications/a1": gives(object{"trackingId": "a1", "status": "on_hold"}),
	})
	s := v.signedIn("Ada")
	s.Application = &applicationGrant{ID: "a1", Email: "ada@example.com"}
	for path, wants := range map[string][]string{
		"/":                {">nl<"},
		"/account":         {"weighed"},
		"/account/orders":  {"weighed"},
		"/orders/o1":       {"weighed", "half_paid", "on_its_way"},
		"/account/points":  {"lent", "birthday"},
		"/account/vat-id":  {"in_dispute"},
		"/account/profile": {">nl<"},
		"/wholesale/a1":    {"on_hold"},
	} {
		t.Run(path, func(t *testing.T) { mustShow(t, v.get(path, v.cookie(s)), http.StatusOK, wants...) })
	}
}

// A page that can't be rendered is the page that says so; where that one can't be either, a line.
func TestPageThatCanNotBeRendered(t *testing.T) {
	t.Parallel()
	broken := func() *template.Template {
		return template.Must(template.New("").Parse(`{{define "layout"}}before{{.Nothing}}{{end}}`))
	}
	site := newTestSite(newMadeUp()).(*site)
	site.pages = pages{locale.English: maps.Clone(site.pages[locale.English])}
	site.pages[locale.English]["list"] = broken
	requirePage(t, opened(site, "/search"), http.StatusInternalServerError, "Halm &amp; Bohne", `href="/search"`)
	site.pages[locale.English][failurePage] = broken
	if w := opened(site, "/search"); w.Code != http.StatusInternalServerError || w.Body.String() != "Internal Server Error\n" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
