package mailer

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/grant"
	"orderd/platform/id"
	"orderd/test/kit"
)

// Every mail of a guest's order links the page of the storefront with a token that opens it.
// Without a page the mail explains the look-up; those of a user's order do neither.
func TestGuestOrderLink(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	buyer, orderID := kit.Pseudonyms.OfEmail("ada@example.com"), id.New()
	kinds := []events.MailKind{
		events.KindOrderPlaced, events.KindOrderPaid, events.KindOrderShipped, events.KindOrderDelivered, events.KindOrderCancelled,
		events.KindItemsCancelled, events.KindOrderRefunded,
		events.KindReturnRequested, events.KindReturnApproved, events.KindReturnRejected, events.KindReturnReceived,
	}
	text := func(kind events.MailKind, locale string, guest bool, orderURL string) string {
		o := ordering.Order{
			OrderID: orderID, Number: "ORD-1", UserID: buyer, Locale: locale, Guest: guest, Email: "ada@example.com", FullName: "Ada",
		}
		e, err := newEmail(orderDraft(o, kind, templateData{}), origin{eventID: id.New(), addressID: buyer, domain: "shop.example"}, made)
		if err != nil {
			t.Fatal(err)
		}
		r := renderer{profile: shop.Profile{Name: "Shop"}, publicURL: "https://api.example", secrets: ring}
		if orderURL != "" {
			r.profile.OrderURL = &orderURL
		}
		out, err := r.render(e)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(e.Data, "token") {
			t.Errorf("%s is stored", e.Data)
		}
		var lines []string
		for _, b := range out.Blocks {
			lines = append(lines, b.Lines...)
		}
		return strings.Join(lines, "\n")
	}
	const page = "https://shop.example/orders/{number}#{token}"
	lookups := map[string]string{"en": "look it up at Shop", "de": "Ihre Bestellung sehen Sie bei Shop"}
	link := regexp.MustCompile(`https://shop\.example/orders/ORD-1#([\w-]+)`)
	for _, kind := range kinds {
		for _, locale := range locales {
			found := link.FindStringSubmatch(text(kind, locale, true, page))
			if found == nil {
				t.Errorf("%s/%s: no link", locale, kind)
				continue
			}
			want := grant.Grant{Resource: orderID, Holder: buyer, Kind: grant.Mailed, ExpiresAt: made.Add(grant.LongLife)}
			if got, ok := grant.Open(ring, found[1], made); !ok || got != want {
				t.Errorf("%s/%s: %+v, %v", locale, kind, got, ok)
			}
			const linkStart = "shop.example/orders"
			if user := text(kind, locale, false, page); strings.Contains(user, linkStart) || strings.Contains(user, lookups[locale]) {
				t.Errorf("%s/%s: of a user's order: %s", locale, kind, user)
			}
			without := text(kind, locale, true, "")
			if strings.Contains(without, linkStart) || !strings.Contains(without, lookups[locale]) || !strings.Contains(without, "ORD-1") {
				t.Errorf("%s/%s: without a page: %s", locale, kind, without)
			}
			if strings.Contains(text(kind, locale, true, page), lookups[locale]) {
				t.Errorf("%s/%s: a mail with the link explains the look-up", locale, kind)
			}
		}
	}
}

// The order of an account is linked on the service's own pages, without a token.
func TestAccountOrderPage(t *testing.T) {
	t.Parallel()
	e, data := email{Locale: "de", SubjectID: new(id.New())}, templateData{AccountOrder: id.New(), Number: "ORD-1"}
	r := renderer{profile: shop.Profile{Locale: "en"}, shopURL: "https://shop.example", secrets: ring}
	if got, want := r.orderLink(e, data), "https://shop.example/de/login?to=%2Forders%2F"+data.AccountOrder; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.profile.OrderURL = new("https://other.example/{token}")
	if got := r.orderLink(e, data); got != "" {
		t.Errorf("%q leads to a page for guests' orders", got)
	}
}

// A service with pages of its own links those, in the language of the mail, unless the shop names
// another page.
func TestOwnOrderPage(t *testing.T) {
	t.Parallel()
	e := email{Locale: "de", SubjectID: new(kit.Pseudonyms.OfEmail("ada@example.com"))}
	data := templateData{GuestOrder: id.New(), Number: "ORD-1", Sample: "sample"}
	r := renderer{profile: shop.Profile{Locale: "en"}, shopURL: "https://shop.example", secrets: ring}
	for locale, path := range map[string]string{"en": "", "de": "/de"} {
		e.Locale = locale
		want := "https://shop.example" + path + "/orders/" + data.GuestOrder + "?number=ORD-1#sample"
		if got := r.guestLink(e, data); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
	r.profile.OrderURL = new("https://other.example/{token}")
	if got := r.guestLink(e, data); got != "https://other.example/sample" {
		t.Errorf("%q beside a page of the shop's own", got)
	}
	r.profile.OrderURL, r.shopURL = nil, ""
	if got := r.guestLink(e, data); got != "" {
		t.Errorf("%q without any page", got)
	}
}
