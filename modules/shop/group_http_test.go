package shop

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/test/kit"
)

func TestWhoMaySeeAndChangeSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "settings:read")
		writer, _ := s.AsKey(t, "settings:write")
		for _, name := range events.Group("").Values() {
			p := path(events.Group(name))
			s.API.Do(t, "GET", p, nil).Require(t, 401, "unauthenticated")
			s.API.Do(t, "PUT", p, body{}).Require(t, 401, "unauthenticated")
			customer.Do(t, "GET", p, nil).Require(t, 403, "forbidden")
			customer.Do(t, "PUT", p, body{}).Require(t, 403, "forbidden")
			reader.Do(t, "GET", p, nil).Require(t, 200)
			reader.Do(t, "PUT", p, body{}).Require(t, 403, "forbidden")
			writer.Do(t, "PUT", p, body{}).Require(t, 200)
		}
		s.admin.Do(t, "GET", path("colors"), nil).Require(t, 404, "not_found")
		s.admin.Do(t, "PUT", path("colors"), body{}).Require(t, 404, "not_found")
		s.API.Do(t, "GET", path("legal"), nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", path("legal"), nil).Require(t, 403, "forbidden")
		reader.Do(t, "GET", path("legal"), nil).Require(t, 200)
		for _, api := range []*kit.API{s.API, customer, s.admin} {
			api.Do(t, "PUT", path("legal"), body{}).Require(t, 404, "not_found")
		}
	})
}

func TestGroupIsChanged(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		p := path(events.GroupLoyalty)
		got := s.admin.Do(t, "GET", p, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"group": "loyalty", "version": 1, "values.enabled": true, "values.pointsPerEuro": 10, "values.pointsPerShare": 50,
			"values.voucherDays": 365, "updatedBy": nil,
		})
		if tag := got.Header.Get("ETag"); tag != `"1"` {
			t.Errorf("the ETag is %s", tag)
		}
		recorded := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "PUT", p, body{"pointsPerShare": 0, "voucherDays": 90}).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 2, "values.pointsPerShare": 0, "values.voucherDays": 90, "values.pointsPerEuro": 10,
			"updatedBy.id": s.adminID, "updatedBy.name": "Some Body",
		})
		// What is the same already makes no version and no event.
		s.admin.Do(t, "PUT", p, body{"voucherDays": 90}).Require(t, 200).RequireFields(t, kit.Fields{"version": 2})
		s.admin.Do(t, "PUT", p, body{}).Require(t, 200).RequireFields(t, kit.Fields{"version": 2})
		// null is the default.
		s.admin.Do(t, "PUT", p, body{"pointsPerShare": nil}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 3, "values.pointsPerShare": 50})
		s.admin.With("If-Match", `"2"`).Do(t, "PUT", p, body{"enabled": false}).Require(t, 412, "precondition_failed")
		s.admin.With("If-Match", `"3"`).Do(t, "PUT", p, body{"enabled": false}).Require(t, 200)

		all := eventbustest.Of[events.SettingsSaved](recorded)
		var versions []int64
		for _, e := range all {
			versions = append(versions, e.Version)
		}
		if !slices.Equal(versions, []int64{2, 3, 4}) {
			t.Fatalf("versions %v were published", versions)
		}
		const before = `{"enabled":true,"pointsPerEuro":10,"pointsPerShare":50,"voucherDays":365}`
		const after = `{"enabled":true,"pointsPerEuro":10,"pointsPerShare":0,"voucherDays":90}`
		if string(all[0].Before) != before || string(all[0].After) != after || all[0].Group != events.GroupLoyalty {
			t.Errorf("published %s → %s", all[0].Before, all[0].After)
		}
	})
}

// taxRates are n rates of one country.
func taxRates(n int) []body {
	all := make([]body, n)
	for i := range all {
		all[i] = body{"country": "DE", "from": nil, "standard": 19, "reduced": 7}
	}
	return all
}

// badValues are bodies, and what is wrong with each.
var badValues = []struct {
	group events.Group
	sent  body
	want  []string
}{
	{events.GroupProfile, body{"timeZone": "Mars/Base", "name": " ", "country": "de", "orderUrl": "https://shop.example/orders"},
		[]string{"/country bad_format", "/name too_short", "/orderUrl bad_format", "/timeZone bad_format"}},
	{events.GroupProfile, body{"locales": []string{"de"}, "locale": "en"}, []string{"/locale not_allowed"}},
	{events.GroupProfile, body{"country": "XX"}, []string{"/country bad_format"}},
	// What a value says by itself is answered with what follows from others.
	{events.GroupProfile, body{"locales": []string{"de"}, "locale": "en", "timeZone": "Mars/Base"},
		[]string{"/locale not_allowed", "/timeZone bad_format"}},
	{events.GroupSeller, body{"name": "Moka & Co GmbH", "vatId": "DE1"}, []string{
		"/city required", "/email required", "/line1 required", "/postalCode required", "/vatId bad_format"}},
	{events.GroupCheckout, body{"paymentDeadline": "soon", "methods": []body{{"method": "card", "enabled": true},
		{"method": "card", "enabled": true, "minimum": 10, "maximum": 5, "countries": []string{"DE", "XX"}}}},
		[]string{"/methods/1/countries/1 bad_format", "/paymentDeadline bad_format"}},
	{events.GroupCheckout, body{"paymentDeadline": "soon", "methods": []body{{"method": "card", "enabled": true},
		{"method": "card", "enabled": true, "minimum": 10, "maximum": 5}}},
		[]string{"/methods/1/maximum out_of_range", "/methods/1/method not_allowed", "/paymentDeadline bad_format"}},
	{events.GroupTax, body{"vatIdMaxAge": "long", "rates": []body{{"country": "XX", "standard": 1, "reduced": 1}}},
		[]string{"/rates/0/country bad_format", "/vatIdMaxAge bad_format"}},
	{events.GroupProfile, body{"locales": []string{"de", "de"}}, []string{"/locales/1 not_allowed"}},
	{events.GroupProfile, body{"country": "CH"}, []string{"/country not_allowed"}},
	{events.GroupProfile, body{"website": "http://shop.example"}, []string{"/website bad_format"}},
	{events.GroupProfile, body{"email": "hello", "productUrl": "https://shop.example/products"},
		[]string{"/email bad_format", "/productUrl bad_format"}},
	{events.GroupBank, body{"iban": "DE03120300000000202051", "bic": "ABC"}, []string{"/bic bad_format", "/iban bad_format"}},
	{events.GroupBank, body{"iban": "DE0212030000000020205"}, []string{"/iban bad_format"}},
	{events.GroupSeller, body{"name": "Moka & Co GmbH"}, []string{
		"/city required", "/email required", "/line1 required", "/postalCode required", "/vatId required"}},
	{events.GroupSeller, body{"vatId": "DE12"}, []string{"/vatId bad_format"}},
	{events.GroupSeller, body{"name": strings.Repeat("x", 201), "country": "Germany"}, []string{"/country bad_format", "/name too_long"}},
	{events.GroupTax, body{"rates": taxRates(201)}, []string{"/rates too_long"}},
	{events.GroupTax, body{"rates": taxRates(2)}, []string{"/rates/1 not_allowed"}},
	{events.GroupTax, body{"rates": []body{{"country": "DE", "from": "tomorrow", "standard": 100, "reduced": 7.125}}},
		[]string{"/rates/0/from bad_format", "/rates/0/reduced bad_format", "/rates/0/standard out_of_range"}},
	{events.GroupTax, body{"rates": []body{
		{"country": "DE", "standard": 19.125, "reduced": -1}, {"country": "Germany", "standard": 0, "reduced": 0},
	}}, []string{"/rates/0/reduced out_of_range", "/rates/0/standard bad_format", "/rates/1/country bad_format"}},
	{events.GroupTax, body{"rates": []body{{"country": "de", "standard": 1, "reduced": 1}, {"standard": 1, "reduced": 1}}},
		[]string{"/rates/0/country bad_format", "/rates/1/country required"}},
	{events.GroupTax, body{"wholesalePrices": "both", "vatIdMaxAge": "8761h", "retentionYears": 31, "smallBusiness": "yes"},
		[]string{"/retentionYears out_of_range", "/smallBusiness wrong_type", "/vatIdMaxAge out_of_range", "/wholesalePrices not_allowed"}},
	{events.GroupTax, body{"vatIdMaxAge": "8761h", "retentionYears": 0},
		[]string{"/retentionYears out_of_range", "/vatIdMaxAge out_of_range"}},
	{events.GroupTax, body{"vatIdMaxAge": "a month"}, []string{"/vatIdMaxAge bad_format"}},
	{events.GroupCheckout, body{"methods": []body{{"method": "paypal", "enabled": true}}}, []string{"/methods/0/method not_allowed"}},
	{events.GroupCheckout, body{"methods": []body{{"method": "card", "enabled": true}, {"method": "card", "enabled": true}}},
		[]string{"/methods/1/method not_allowed"}},
	{events.GroupCheckout, body{"returnDays": -1, "withdrawalDays": 7, "methods": []body{{
		"method": "card", "enabled": true, "countries": []string{"Germany"}, "texts": []body{{"locale": "de", "title": ""}, {"locale": "fr"}},
	}}}, []string{"/methods/0/countries/0 bad_format", "/methods/0/texts/0/title too_short",
		"/methods/0/texts/1/locale not_allowed", "/returnDays out_of_range", "/withdrawalDays out_of_range"}},
	{events.GroupCheckout, body{"methods": []body{{
		"method": "card", "enabled": true, "minimum": 10, "maximum": 9.99, "texts": []body{{"locale": "de"}, {"locale": "de"}},
	}}}, []string{"/methods/0/maximum out_of_range", "/methods/0/texts/1/locale not_allowed"}},
	{events.GroupCheckout, body{"methods": []body{{"method": "card", "enabled": true, "countries": slices.Repeat([]string{"DE"}, 251),
		"minimum": -0.01, "maximum": 9.999,
		"texts": []body{{"locale": "de", "title": strings.Repeat("x", 61), "text": strings.Repeat("x", 501)}}}}},
		[]string{"/methods/0/countries too_long", "/methods/0/maximum bad_format", "/methods/0/minimum out_of_range",
			"/methods/0/texts/0/text too_long", "/methods/0/texts/0/title too_long"}},
	{events.GroupCheckout, body{"paymentDeadline": "soon", "cardDeadline": "0s", "lowStock": -1, "defaultGrams": 1_000_001,
		"packagingGrams": 100_001},
		[]string{"/cardDeadline out_of_range", "/defaultGrams out_of_range", "/lowStock out_of_range",
			"/packagingGrams out_of_range", "/paymentDeadline bad_format"}},
	{events.GroupCheckout, body{"processingDeadline": "8761h", "invoiceDays": 366},
		[]string{"/invoiceDays out_of_range", "/processingDeadline out_of_range"}},
	{events.GroupCheckout, body{"processingDeadline": "two weeks", "invoiceDays": -1},
		[]string{"/invoiceDays out_of_range", "/processingDeadline bad_format"}},
	{events.GroupLoyalty, body{"pointsPerEuro": 1001, "voucherDays": 0, "color": "red"},
		[]string{"/color unexpected_field", "/pointsPerEuro out_of_range", "/voucherDays out_of_range"}},
	{events.GroupMail, body{"senderName": "", "replyTo": "nobody", "color": "red"},
		[]string{"/color bad_format", "/replyTo bad_format", "/senderName too_short"}},
	{events.GroupMail, body{"color": "#12345", "footers": []body{{"locale": "fr", "text": "A"}, {"locale": "de", "text": " "}}},
		[]string{"/color bad_format", "/footers/0/locale not_allowed", "/footers/1/text required"}},
	{events.GroupMail, body{"footers": []body{{"locale": "de", "text": "A"}, {"locale": "de", "text": "B"}}},
		[]string{"/footers/1/locale not_allowed"}},
	{events.GroupMail, body{"footers": []body{{"locale": "de", "text": strings.Repeat("x", 1001)}}}, []string{"/footers/0/text too_long"}},
	{events.GroupMail, body{"texts": []body{{"kind": "staff_invitation", "locale": "de", "intro": "A"}, {"kind": "lost", "locale": "fr"}}},
		[]string{"/texts/0/kind not_allowed", "/texts/1/kind not_allowed", "/texts/1/locale not_allowed"}},
	{events.GroupMail, body{"texts": []body{{"kind": "order_paid", "locale": "de", "subject": "{colour}", "intro": "{shop} {colour}"},
		{"kind": "order_paid", "locale": "de", "subject": nil, "intro": nil}}},
		[]string{"/texts/0/intro bad_format", "/texts/0/subject bad_format", "/texts/1 not_allowed", "/texts/1/subject required"}},
	{events.GroupMail, body{"texts": []body{{"kind": "order_paid", "locale": "de", "subject": "a\nb", "intro": ""},
		{"kind": "order_paid", "locale": "en", "subject": strings.Repeat("x", 201), "intro": strings.Repeat("x", 2001)}}},
		[]string{"/texts/0/intro too_short", "/texts/0/subject bad_format", "/texts/1/intro too_long", "/texts/1/subject too_long"}},
	{events.GroupMail, body{"texts": mailTexts(201)}, []string{"/texts too_long"}},
}

// All faults of a body are said at once, each at its place.
func TestBadValues(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, row := range badValues {
			got := s.admin.Do(t, "PUT", path(row.group), row.sent).Require(t, 422, "validation_failed").Pointers()
			if slices.Sort(got); !slices.Equal(got, row.want) {
				t.Errorf("%s %v: %q, want %q", row.group, row.sent, got, row.want)
			}
			s.admin.Do(t, "GET", path(row.group), nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
		}
	})
}

// Each text and number may be as long, as small and as large as its bounds say, and no more.
func TestBounds(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		long := func(n int) string { return strings.Repeat("x", n) }
		url := func(n int) string { return "https://shop.example/" + long(n-len("https://shop.example/")) }
		page := func(n int) string { return url(n-len("{slug}")) + "{slug}" }
		days := func(field string, lo, hi int) bound {
			return bound{events.GroupCheckout, field, []any{lo, hi}, []any{lo - 1, hi + 1}, "out_of_range"}
		}
		text := func(group events.Group, field string, n int) bound {
			return bound{group, field, []any{"x", long(n), " " + long(n) + "\n"}, []any{long(n + 1)}, "too_long"}
		}
		bounds := []bound{
			text(events.GroupProfile, "name", 100), text(events.GroupProfile, "phone", 50),
			{events.GroupProfile, "website", []any{url(2048)}, []any{url(2049)}, "too_long"},
			{events.GroupProfile, "productUrl", []any{page(2048)}, []any{page(2049)}, "too_long"},
			{events.GroupProfile, "website", nil, []any{"http://shop.example", "shop.example", "https://u:p@shop.example", "https:"}, "bad_format"},
			{events.GroupProfile, "timeZone", []any{"UTC", "America/Argentina/Buenos_Aires"}, []any{"Mars/Base", "Local", "+01:00"},
				"bad_format"},
			{events.GroupProfile, "locales", []any{[]string{"en"}, []string{"de", "en"}}, []any{[]string{}}, "too_short"},
			{events.GroupProfile, "country", []any{"AT"}, []any{"DEU", "at", ""}, "bad_format"},
			text(events.GroupSeller, "line1", 200), text(events.GroupSeller, "line2", 200), text(events.GroupSeller, "city", 200),
			text(events.GroupSeller, "postalCode", 20), text(events.GroupSeller, "phone", 50), text(events.GroupSeller, "taxNumber", 200),
			text(events.GroupSeller, "register", 200), text(events.GroupSeller, "managers", 200), text(events.GroupSeller, "returnsAddress", 500),
			{events.GroupSeller, "returnsAddress", []any{"Lager 3\nTorstraße 12"}, []any{" "}, "too_short"},
			{events.GroupSeller, "email", []any{"hello@shop.example"}, []any{"hello"}, "bad_format"},
			text(events.GroupBank, "holder", 140), text(events.GroupBank, "bank", 200),
			{events.GroupBank, "bic", []any{"DEUTDEFF", "deut de ff 500"}, []any{"DEUTDEF", "DEUTDEFF5"}, "bad_format"},
			{events.GroupTax, "retentionYears", []any{1, 30}, []any{0, 31}, "out_of_range"},
			{events.GroupTax, "vatIdMaxAge", []any{"1s", "8760h"}, []any{"0s", "-1h", "8760h0m1s"}, "out_of_range"},
			{events.GroupTax, "wholesalePrices", []any{"net", "gross"}, []any{"Net", ""}, "not_allowed"},
			{events.GroupCheckout, "paymentDeadline", []any{"1s", "8760h"}, []any{"0s", "8760h0m1s"}, "out_of_range"},
			{events.GroupCheckout, "cardDeadline", []any{"90m"}, []any{"30", "1 day"}, "bad_format"},
			days("lowStock", 0, 1_000_000), days("returnDays", 0, 365), days("withdrawalDays", 14, 365), days("defaultGrams", 0, 1_000_000),
			days("packagingGrams", 0, 100_000),
			{events.GroupLoyalty, "pointsPerEuro", []any{0, 1000}, []any{-1, 1001}, "out_of_range"},
			{events.GroupLoyalty, "pointsPerShare", []any{0, 1000}, []any{-1, 1001}, "out_of_range"},
			{events.GroupLoyalty, "voucherDays", []any{1, 3650}, []any{0, 3651}, "out_of_range"},
			text(events.GroupMail, "senderName", 100), {events.GroupMail, "footers", []any{[]body{{"locale": "de", "text": long(1000)}}}, nil, ""},
			days("invoiceDays", 0, 365), {events.GroupCheckout, "cardDeadline", []any{"1s", "8760h"}, []any{"0s", "8760h0m1s"}, "out_of_range"},
			{events.GroupCheckout, "processingDeadline", []any{"1s", "8760h"}, []any{"0s", "8760h0m1s"}, "out_of_range"},
			{events.GroupCheckout, "methods", []any{[]body{}, []body{{"method": "card", "enabled": true, "minimum": 0, "maximum": 0,
				"countries": slices.Repeat([]string{"DE"}, 250), "texts": []body{{"locale": "de", "title": long(60), "text": long(500)},
					{"locale": "en", "title": nil, "text": nil}}}}}, nil, ""},
		}
		for _, b := range bounds {
			for _, v := range b.taken {
				s.admin.Do(t, "PUT", path(b.group), body{b.field: v}).Require(t, 200)
			}
			for _, v := range b.refused {
				got := s.admin.Do(t, "PUT", path(b.group), body{b.field: v}).Require(t, 422, "validation_failed").Pointers()
				if !slices.Equal(got, []string{"/" + b.field + " " + b.code}) {
					t.Errorf("%s: %v: %q", b.group, v, got)
				}
			}
		}
	})
}

// bound is what a field takes, and with which code it refuses others.
type bound struct {
	group          events.Group
	field          string
	taken, refused []any
	code           string
}

// A text without a character is too short, whatever else its field asks for.
func TestBlankSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for group, fields := range map[events.Group][]string{
			events.GroupProfile: {"timeZone", "orderUrl", "productUrl", "website", "phone"}, events.GroupSeller: {"vatId"},
			events.GroupBank: {"iban", "bic"}, events.GroupTax: {"vatIdMaxAge"},
			events.GroupCheckout: {"paymentDeadline", "cardDeadline", "processingDeadline"},
		} {
			for _, field := range fields {
				for _, blank := range []string{"", " \t"} {
					got := s.admin.Do(t, "PUT", path(group), body{field: blank}).Require(t, 422, "validation_failed").Pointers()
					if !slices.Equal(got, []string{"/" + field + " too_short"}) {
						t.Errorf("%s: %q: %q", group, blank, got)
					}
				}
			}
		}
	})
}

// null gives each field its default.
func TestNullIsTheDefault(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for group, changed := range map[events.Group]body{
			events.GroupProfile: {"name": "Moka", "country": "AT", "timeZone": "UTC", "orderUrl": "https://shop.example/{token}",
				"productUrl": "https://shop.example/{slug}", "email": "hello@shop.example", "phone": "1", "website": "https://shop.example",
				"locales": []string{"de"}, "locale": "de"},
			events.GroupSeller: {"line1": "Torstraße 12", "country": "AT", "returnsAddress": "Lager 3", "vatId": "DE129273398"},
			events.GroupBank:   {"iban": "DE02120300000000202051", "bic": "DEUTDEFF", "holder": "Ada", "bank": "DKB"},
			events.GroupTax: {"rates": []body{{"country": "DE", "standard": 16, "reduced": 5}}, "destinationRates": true, "smallBusiness": true,
				"wholesalePrices": "net", "vatIdMaxAge": "1h", "retentionYears": 10},
			events.GroupCheckout: {"methods": []body{}, "guestCheckout": false, "paymentDeadline": "1h", "cardDeadline": "1h", "lowStock": 1,
				"returnDays": 1, "withdrawalDays": 20, "defaultGrams": 1, "packagingGrams": 1, "requireGpsr": true},
			events.GroupLoyalty: {"enabled": false, "pointsPerEuro": 1, "pointsPerShare": 1, "voucherDays": 1},
			events.GroupMail:    {"senderName": "Moka", "replyTo": "hello@shop.example"},
			events.GroupStorefront: {"accent": "#000000", "paper": "#eeeeee", "ink": "#000000", "font": "serif", "radius": 0, "ratio": "3/2",
				"fit": "contain", "scheme": "light", "home": []body{{"kind": "hero"}},
				"menu":          []body{{"link": "/", "titles": []body{title("en", "Home")}}},
				"footerColumns": []body{{"titles": []body{title("en", "A")}, "links": []body{{"link": "/", "titles": []body{title("en", "Home")}}}}},
				"footerTexts":   []body{{"locale": "en", "text": "A"}}, "notices": []body{{"locale": "en", "text": "A"}}},
		} {
			before := s.admin.Do(t, "GET", path(group), nil).Require(t, 200).At("values")
			now := s.admin.Do(t, "PUT", path(group), changed).Require(t, 200)
			// What was read may be sent back.
			s.admin.Do(t, "PUT", path(group), now.At("values")).Require(t, 200).RequireFields(t, kit.Fields{"version": now.At("version")})
			nulls := body{}
			for field := range changed {
				nulls[field] = nil
				if reflect.DeepEqual(now.At("values."+field), before.(map[string]any)[field]) {
					t.Errorf("%s.%s has not changed", group, field)
				}
			}
			if got := s.admin.Do(t, "PUT", path(group), nulls).Require(t, 200).At("values"); !reflect.DeepEqual(got, before) {
				t.Errorf("%s: %v, want %v", group, got, before)
			}
		}
	})
}

// A list is replaced whole, and what is not sent stays.
func TestListsAreReplaced(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		p := path(events.GroupTax)
		rates := []body{}
		for month := range 200 {
			rates = append(rates, body{
				"country": "DE", "from": fmt.Sprintf("%d-%02d-01", 2027+month/12, 1+month%12), "standard": 99.99, "reduced": 5.5,
			})
		}
		s.admin.Do(t, "PUT", p, body{"rates": rates, "destinationRates": true}).Require(t, 200).
			RequireFields(t, kit.Fields{"values.rates.#": 200})
		s.admin.Do(t, "PUT", p, body{"rates": rates[:1]}).Require(t, 200).RequireFields(t, kit.Fields{
			"values.rates.#": 1, "values.rates.0.from": "2027-01-01", "values.rates.0.standard": 99.99, "values.destinationRates": true,
		})
	})
}

// Small businesses tell their tax office by a number.
func TestSmallBusinessNeedsANumber(t *testing.T) {
	t.Parallel()
	name, number := "Moka", "37/1"
	for _, row := range []struct {
		seller  events.Seller
		refused bool
	}{
		{events.Seller{}, false}, {events.Seller{Name: &name}, true}, {events.Seller{Name: &name, TaxNumber: &number}, false},
		{events.Seller{Name: &name, VATID: &number}, false},
	} {
		others := settings{profile: events.Profile{Country: "DE"}, seller: row.seller}
		for _, small := range []bool{false, true} {
			faults := checkTax(events.Tax{SmallBusiness: small}, &others)
			if refused := small && row.refused; refused != (len(faults) == 1 && faults[0].Pointer == "/smallBusiness" &&
				faults[0].Code == fault.NotAllowed) || !refused && len(faults) > 0 {
				t.Errorf("%+v, %t: %v", row.seller, small, faults)
			}
		}
	}
}

// What people type is kept in one form.
func TestNormalForms(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.admin.Do(t, "PUT", path(events.GroupProfile), body{"name": " Moka & Co\n", "phone": "\t+49 30 1 "}).Require(t, 200).
			RequireFields(t, kit.Fields{"values.name": "Moka & Co", "values.phone": "+49 30 1"})
		s.admin.Do(t, "PUT", path(events.GroupSeller), body{"returnsAddress": " Lager 3\r\nTorstraße 12 "}).Require(t, 200).
			RequireFields(t, kit.Fields{"values.returnsAddress": "Lager 3\nTorstraße 12"})
		s.admin.Do(t, "PUT", path(events.GroupBank), body{"iban": "de02 1203 0000 0000 2020 51", "bic": "byladem1001"}).Require(t, 200).
			RequireFields(t, kit.Fields{"values.iban": "DE02120300000000202051", "values.bic": "BYLADEM1001"})
		s.admin.Do(t, "PUT", path(events.GroupSeller), body{
			"name": "Moka & Co GmbH", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "email": "Hello@Shop.example",
			"vatId": "gr 123-456.789",
		}).Require(t, 200).RequireFields(t, kit.Fields{"values.vatId": "EL123456789", "values.email": "hello@shop.example"})
		s.admin.Do(t, "PUT", path(events.GroupCheckout), body{"paymentDeadline": "4320m"}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 1, "values.paymentDeadline": "72h"})
	})
}

// A country outside the EU needs rates; its last ones stay as long as the shop is there.
func TestCountryWithoutRates(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		later := []body{{"country": "CH", "from": "2999-01-01", "standard": 8.1, "reduced": 2.6}}
		s.admin.Do(t, "PUT", path(events.GroupTax), body{"rates": later}).Require(t, 200)
		early := s.admin.Do(t, "PUT", path(events.GroupProfile), body{"country": "CH"}).Require(t, 422, "validation_failed")
		if got := early.Pointers(); !slices.Equal(got, []string{"/country not_allowed"}) {
			t.Errorf("with rates that begin later: %q", got)
		}
		rates := []body{{"country": "CH", "standard": 8.1, "reduced": 2.6}}
		s.admin.Do(t, "PUT", path(events.GroupTax), body{"rates": rates}).Require(t, 200)
		s.admin.Do(t, "PUT", path(events.GroupProfile), body{"country": "CH"}).Require(t, 200)
		refused := s.admin.Do(t, "PUT", path(events.GroupTax), body{"rates": []body{}}).Require(t, 422, "validation_failed")
		if got := refused.Pointers(); !slices.Equal(got, []string{"/rates required"}) {
			t.Errorf("%q", got)
		}
		s.admin.Do(t, "PUT", path(events.GroupProfile), body{"country": "AT"}).Require(t, 200)
		s.admin.Do(t, "PUT", path(events.GroupTax), body{"rates": []body{}}).Require(t, 200)
	})
}

// Of twenty who have read the same version one may save.
func TestSaveAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api := s.admin.With("If-Match", `"1"`)
		statuses := kit.StatusesAtOnce(t, 20, func(i int) (kit.Answer, error) {
			return api.Try("PUT", path(events.GroupLoyalty), body{"voucherDays": i + 1})
		})
		if statuses[200] != 1 || statuses[412] != 19 {
			t.Errorf("%v", statuses)
		}
	})
}
