package storefront

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"orderd/platform/locale"
)

// documentScript is an interface with one order of a guest and one document of it.
func documentScript(file func(*http.Request) scripted) script {
	return script{
		"GET /v1/orders/o1": {serve: func(r *http.Request) scripted {
			if r.Header.Get("X-Order-Token") != "mine" {
				return refuses(http.StatusUnauthorized, "unauthenticated")
			}
			return gives(object{"id": "o1", "number": "ORD-1", "stage": "shipped", "paymentStatus": "unpaid",
				"payment": object{"method": "invoice"}})
		}},
		"GET /v1/orders/o1/invoices": gives(object{"data": []object{{
			"id": "d1", "number": "RE-2026-000001", "kind": "invoice", "live": true, "issuedAt": "2026-11-24T10:00:00Z",
			"gross": 73.77,
		}}}),
		"GET /v1/invoices/d1/pdf": {serve: file},
	}
}

// The file of a document is what the interface sends for the token of the order, under its name.
// Without the token the visitor looks the order up.
func TestDocumentOfAnOrder(t *testing.T) {
	t.Parallel()
	contentType := "application/pdf"
	v := newVisitors(t, ownURL, documentScript(func(r *http.Request) scripted {
		if r.Header.Get("X-Order-Token") != "mine" {
			return refuses(http.StatusUnauthorized, "unauthenticated")
		}
		return scripted{status: http.StatusOK, body: "%PDF-1.7", header: http.Header{
			"Content-Type": {contentType}, "Content-Disposition": {`attachment; filename="RE-2026-000001.pdf"`},
		}}
	}))
	guest := v.cookie(session{Orders: []orderGrant{{ID: "o1", Token: "mine"}}})
	page, _ := io.ReadAll(v.get("/orders/o1", guest).Body)
	for _, want := range []string{"Invoice <span class=\"num\">RE-2026-000001", `href="/orders/o1/documents/d1/pdf"`, "€73.77"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the order's page lacks %s", want)
		}
	}

	got := v.get("/orders/o1/documents/d1/pdf", guest)
	body, _ := io.ReadAll(got.Body)
	if got.StatusCode != http.StatusOK || string(body) != `"%PDF-1.7"` || got.Header.Get("Content-Type") != contentType ||
		got.Header.Get("Content-Disposition") != "attachment; filename=RE-2026-000001.pdf" ||
		got.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%d %s %v", got.StatusCode, body, got.Header)
	}
	mustLead(t, v.get("/orders/o1/documents/d1/pdf"), "/orders/find?order=o1")
	for _, path := range []string{"/orders/o1/documents/d2/pdf", "/orders/o1/documents/d1/html"} {
		if r := v.get(path, guest); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
	contentType = "text/html" // not the interface's
	if r := v.get("/orders/o1/documents/d1/pdf", guest); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("what is no PDF: %d", r.StatusCode)
	}
}

// Until its file is made, the order's page says so, and when it is worth to ask again.
func TestDocumentIsNotMadeYet(t *testing.T) {
	t.Parallel()
	v := newVisitors(t, ownURL, documentScript(func(*http.Request) scripted {
		a := refuses(http.StatusServiceUnavailable, "unavailable")
		a.header = http.Header{"Retry-After": {"2"}}
		return a
	}))
	guest := v.cookie(session{Orders: []orderGrant{{ID: "o1", Token: "mine"}}})
	got := v.get("/de/orders/o1/documents/d1/pdf", guest)
	page, _ := io.ReadAll(got.Body)
	if got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Retry-After") != "2" ||
		!strings.Contains(string(page), "Dieser Beleg wird noch erstellt.") || !strings.Contains(string(page), "RE-2026-000001") {
		t.Errorf("%d %v %s", got.StatusCode, got.Header, page)
	}
}

// Who sees prices without VAT is told so on every card, product, cart and order, others are not.
func TestNetPrices(t *testing.T) {
	t.Parallel()
	s := newSampleSite(nil)
	for visitor, plus := range map[sampleVisitor]bool{sampleWholesale: true, sampleUser: false} {
		for _, path := range []string{"/c/coffee", "/p/espresso", "/cart", "/checkout"} {
			run := sampleRun{state: sampleStates()[2], visitor: visitor, language: locale.German, method: http.MethodGet, path: path}
			page := s.show(t.Context(), run).body.String()
			if strings.Contains(page, "zzgl. MwSt.") != plus && strings.Contains(page, "zzgl. 19\u00a0% MwSt.") != plus {
				t.Errorf("%s: it does not say that VAT comes on top: %t", run, plus)
			}
			if said := strings.Contains(page, "inkl. 19\u00a0% MwSt."); said && plus {
				t.Errorf("%s: it says that VAT is in it", run)
			}
		}
	}
	run := sampleRun{state: sampleStates()[5], visitor: sampleUser, language: locale.English, method: http.MethodGet}
	for _, run.path = range []string{"/checkout", "/orders/order-1"} {
		page := s.show(t.Context(), run).body.String()
		for _, want := range []string{
			"VAT exempt export", "VAT exempt intra-Community supply", "No VAT is charged: small business",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %s", run, want)
			}
		}
	}
}
