package mailer

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	invoices "orderd/modules/invoices/events"
	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

type body = map[string]any

const (
	previewPath = "/v1/admin/settings/mail/preview"
	testPath    = "/v1/admin/settings/mail/test"
)

func TestWhoMayPreviewMails(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "settings:read", "orders:read")
		writer, _ := s.AsKey(t, "settings:write")
		both, _ := s.AsKey(t, "settings:write", "orders:read")
		choice := body{"kind": "order_paid", "locale": "en"}
		ofOrder := body{"kind": "order_paid", "locale": "en", "orderId": id.New()}
		for _, path := range []string{previewPath, testPath} {
			s.API.Do(t, "POST", path, choice).Require(t, 401, "unauthenticated")
			customer.Do(t, "POST", path, choice).Require(t, 403, "forbidden")
			reader.Do(t, "POST", path, choice).Require(t, 403, "forbidden")
		}
		writer.Do(t, "POST", previewPath, choice).Require(t, 200)
		refused := writer.Do(t, "POST", previewPath, ofOrder).Require(t, 403, "forbidden")
		if refused.Text("requiredScope") != "orders:read" {
			t.Errorf("%s", refused.Body)
		}
		both.Do(t, "POST", previewPath, ofOrder).Require(t, 422, "validation_failed")
		// A key has no address.
		both.Do(t, "POST", testPath, choice).Require(t, 403, "forbidden")
	})
}

// Whatever is wrong is said at once, at its place, as shop says it of the settings.
func TestPreviewRefusals(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		text := func(kind, subject string) body { return body{"kind": kind, "locale": "en", "subject": subject} }
		for _, row := range []struct {
			path string
			sent body
			want []string
		}{
			{previewPath, body{}, []string{"/kind required", "/locale required"}},
			{testPath, body{}, []string{"/kind required", "/locale required"}},
			{previewPath, body{"kind": "staff_invitation", "locale": "fr", "orderId": "x", "color": "red", "colour": "x", "senderName": ""},
				[]string{"/color bad_format", "/colour unexpected_field", "/kind not_allowed", "/locale not_allowed", "/orderId bad_format",
					"/senderName too_short"}},
			{testPath, body{"kind": "order_paid", "locale": "en", "color": "#000000"}, []string{"/color unexpected_field"}},
			{previewPath, body{"kind": "order_paid", "locale": "en", "footers": []body{{"locale": "en", "text": "A"}, {"locale": "en",
				"text": " "}}},
				[]string{"/footers/1/text required"}},
			{previewPath, body{"kind": "order_paid", "locale": "en", "footers": []body{{"locale": "en", "text": "A"}, {"locale": "en",
				"text": "B"}}},
				[]string{"/footers/1/locale not_allowed"}},
			{previewPath, body{"kind": "order_paid", "locale": "en", "texts": []body{
				{"kind": "order_paid", "locale": "en", "subject": "{colour}", "intro": "{carrier}"}, text("order_paid", "{number}"),
				{"kind": "order_placed", "locale": "en"}, text("order_placed", "a\nb")}},
				[]string{"/texts/0/intro bad_format", "/texts/0/subject bad_format", "/texts/1 not_allowed", "/texts/2/subject required",
					"/texts/3 not_allowed", "/texts/3/subject bad_format"}},
			{previewPath, body{"kind": "order_paid", "locale": "en", "orderId": id.New()}, []string{"/orderId not_allowed"}},
			{testPath, body{"kind": "order_paid", "locale": "en", "orderId": id.New()}, []string{"/orderId not_allowed"}},
		} {
			got := s.admin.Do(t, "POST", row.path, row.sent).Require(t, 422).Pointers()
			if slices.Sort(got); !slices.Equal(got, row.want) {
				t.Errorf("%s %v: %q, want %q", row.path, row.sent, got, row.want)
			}
		}
		refused := s.admin.Do(t, "POST", previewPath, body{"kind": "order_paid", "locale": "en", "texts": []body{text("order_paid",
			"{colour}")}}).
			Require(t, 422)
		if want := "has {colour}, but these mails know only {shop}, {name}, {number}, {total}, {link}"; refused.Text("errors.0.detail") != want {
			t.Errorf("%s", refused.Body)
		}
	})
}

// A language that the shop does not speak is refused as an unknown one.
func TestPreviewInAnotherLanguage(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, 2, shop.Profile{Name: "Kaffeehaus", Locales: []string{"de"}, Locale: "de"}, shop.Mail{})
		for _, path := range []string{previewPath, testPath} {
			got := s.admin.Do(t, "POST", path, body{"kind": "order_paid", "locale": "en"}).Require(t, 422, "validation_failed").Pointers()
			if !slices.Equal(got, []string{"/locale not_allowed"}) {
				t.Errorf("%s: %q", path, got)
			}
		}
	})
}

// Every kind is shown in every language, with the words of the shop and made-up ones, and a code
// that opens nothing.
func TestPreviewOfEveryKind(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, kind := range events.TextKind("").Values() {
			for _, locale := range locales {
				subject := "Own " + events.TextKind(kind).PlaceholderList()
				shown := s.admin.Do(t, "POST", previewPath, body{"kind": kind, "locale": locale, "color": "#ffcc00",
					"footers": []body{{"locale": locale, "text": "Our footer"}},
					"texts":   []body{{"kind": kind, "locale": locale, "subject": subject, "intro": "Own intro"}}}).Require(t, 200)
				name := sampleName
				if slices.Contains(nameless, events.MailKind(kind)) {
					name = ""
				}
				if got := shown.Text("subject"); !strings.HasPrefix(got, strings.TrimSpace("Own Kaffeehaus, "+name)) || strings.Contains(got, "{") {
					t.Errorf("%s in %s: %q", kind, locale, got)
				}
				for _, words := range []string{shown.Text("html"), shown.Text("text")} {
					if !strings.Contains(words, "Own intro") || !strings.Contains(words, "Our footer") || strings.Contains(words, mask) {
						t.Errorf("%s in %s:\n%s", kind, locale, words)
					}
				}
			}
		}
		// Nothing is saved, and nothing is sent.
		shown := s.admin.Do(t, "POST", previewPath, body{"kind": "password_code", "locale": "en"}).Require(t, 200)
		if text := shown.Text("text"); shown.Text("subject") != "Your password code for Kaffeehaus" || !strings.Contains(text, "    12345678\n") {
			t.Errorf("%s", shown.Body)
		}
		if n := rows(t, s.DB, "1 = 1"); n != 0 {
			t.Errorf("%d emails are queued", n)
		}
	})
}

// What is sent stands in place of what is saved; null is the default.
func TestPreviewOfUnsavedSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, 2, shop.Profile{Name: "Kaffeehaus"}, shop.Mail{
			Color: "#ffcc00", Footers: []shop.MailFooter{{Locale: "en", Text: "Saved footer"}},
			Texts: []shop.MailText{{Kind: "order_shipped", Locale: "en", Subject: new("Saved subject"), Intro: new("Saved intro")}},
		})
		require := func(sent body, parts ...string) {
			t.Helper()
			choice := body{"kind": "order_shipped", "locale": "en"}
			maps.Copy(choice, sent)
			shown := s.admin.Do(t, "POST", previewPath, choice).Require(t, 200)
			all := shown.Text("subject") + shown.Text("html") + shown.Text("text")
			for _, part := range parts {
				if part, isWithout := strings.CutPrefix(part, "-"); strings.Contains(all, part) == isWithout {
					t.Errorf("%v: %q without it: %t in\n%s", sent, part, isWithout, all)
				}
			}
		}
		require(nil, "Saved subject", "Saved intro", "Saved footer", "#ffcc00")
		require(body{"texts": []body{{"kind": "order_shipped", "locale": "en", "intro": "Other"}}},
			"-Saved subject", "is on its way", "Other", "-Saved intro", "Saved footer", "#ffcc00")
		require(body{"texts": nil, "footers": nil, "color": nil}, "-Saved", "-#ffcc00", "#4338ca")
		require(body{"texts": []body{}, "footers": []body{}, "color": "#00FF00", "senderName": "X", "replyTo": "x@example.com"},
			"-Saved", "#00ff00;border-radius:8px;font-weight:600;color:#000")
	})
}

// placed is an order of the buyer with everything that its mail has.
func placed(o ordering.Order) ordering.OrderPlaced {
	return ordering.OrderPlaced{
		Order: o, Lines: []ordering.Line{{Name: "Grinder", Quantity: 3, LineTotal: 5997}}, Subtotal: 5997, ShippingTotal: 490,
		Instructions: new("Please transfer it."), DueAt: new(requested), ShippingMethod: "Express",
		ShipToName: "Grace Hopper", ShipToAddress: "Hopperweg 1", ShipToCountry: "DE", ShipToPhone: new("+49 30 7654321"),
	}
}

// With an order the mail is the last of its kind about it, or what it would be like.
func TestPreviewOfAnOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := orderOf(maria)
		s.Publish(t, placed(o), ordering.OrderShipped{Order: o, Items: parcel, Carrier: "Hermes", TrackingNumber: "H-1"},
			ordering.OrderShipped{Order: o, Items: parcel, Carrier: "DHL", TrackingNumber: "D-2", Complete: true})
		require := func(kind string, orderID string, parts ...string) {
			t.Helper()
			text := s.admin.Do(t, "POST", previewPath, body{"kind": kind, "locale": "en", "orderId": orderID}).Require(t, 200).Text("text")
			for _, part := range parts {
				if part, isWithout := strings.CutPrefix(part, "-"); strings.Contains(text, part) == isWithout {
					t.Errorf("%s: %q without it: %t in\n%s", kind, part, isWithout, text)
				}
			}
		}
		require("order_shipped", o.OrderID, "Maria Schmidt", o.Number, "Moka pot", "DHL", "D-2", "-Hermes")
		require("order_placed", o.OrderID, "Maria Schmidt", "3 × Grinder: €59.97", "Shipping (Express)", "Please transfer it.",
			"Grace Hopper, Hopperweg 1, DE", "7654321", "-Moka")
		require("order_refunded", o.OrderID, "Maria Schmidt", o.Number, "we have refunded €64.87")
		require("order_delivered", o.OrderID, "Maria Schmidt", "3 × Grinder", "-at the door", "-Lovelace")
		require("order_lookup", o.OrderID, o.Number, "-Maria", "12345678")
		require("password_changed", o.OrderID, "Ada Lovelace", "-Maria")
	})
}

// A guest's order has none of the guest's words, and a link whose token opens nothing.
func TestPreviewOfAGuestsOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, 2, shop.Profile{Name: "Kaffeehaus", OrderURL: new("https://shop.example/orders/{number}#{token}")}, shop.Mail{})
		o := orderOf(maria)
		o.Guest, o.UserID = true, kit.AddressID(maria)
		s.Publish(t, placed(o))
		for _, kind := range []string{"order_placed", "order_shipped", "return_requested"} {
			text := s.admin.Do(t, "POST", previewPath, body{"kind": kind, "locale": "en", "orderId": o.OrderID}).Require(t, 200).Text("text")
			if !strings.Contains(text, "https://shop.example/orders/"+o.Number+"#12345678\n") || !strings.Contains(text, "Hello,\n") {
				t.Errorf("%s:\n%s", kind, text)
			}
			for _, words := range []string{"Maria", "Hopper", "7654321", "Lovelace"} {
				if strings.Contains(text, words) {
					t.Errorf("%s: %q in\n%s", kind, words, text)
				}
			}
		}
	})
}

// What an erasure has taken out of the log is in no preview either.
func TestPreviewOfAnErasedOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := orderOf(maria)
		s.Publish(t, placed(o))
		if err := s.DB.Exec("UPDATE events SET personal = '{}', subject = NULL WHERE key = ?", o.OrderID).Error; err != nil {
			t.Fatal(err)
		}
		text := s.admin.Do(t, "POST", previewPath, body{"kind": "order_placed", "locale": "en", "orderId": o.OrderID}).Require(t,
			200).Text("text")
		if !strings.Contains(text, "3 × Grinder") || strings.Contains(text, "Maria") || strings.Contains(text, "Hopper") {
			t.Errorf("%s", text)
		}
	})
}

// A test mail goes to who asks for it, as it is saved; of an order it has nothing of its buyer.
func TestTestMail(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, 2, shop.Profile{Name: "Kaffeehaus"}, shop.Mail{SenderName: "Kaffeehaus", Texts: []shop.MailText{
			{Kind: "order_placed", Locale: "de", Subject: new("Danke, {name}: {number}"), Intro: new("Bis {dueAt}.")},
		}})
		const own = "owner@example.com"
		userID := id.New()
		owner := s.AsUser(t, auth.Principal{UserID: userID, SessionID: id.New(), Role: auth.RoleAdmin, Email: own, Name: "Olga Owner"})
		o := orderOf(maria)
		s.Publish(t, placed(o))
		s.awaitStatus(t, maria, emailSent)
		log := eventbustest.Record(t, s.DB)
		owner.Do(t, "POST", testPath, body{"kind": "order_placed", "locale": "de", "orderId": o.OrderID}).Require(t, 202).
			RequireFields(t, kit.Fields{"to": own})
		m := s.awaitMessages(t, own, 1)[0]
		if m.Subject != "Danke, Olga Owner: "+o.Number || !strings.Contains(m.Text, "Bis 20.11.2026.") || !strings.Contains(m.Text,
			"3 × Grinder") {
			t.Errorf("%s\n%s", m.Subject, m.Text)
		}
		for _, words := range []string{"Maria", "Hopper", "7654321"} {
			if strings.Contains(m.Text+m.HTML, words) {
				t.Errorf("%q in\n%s", words, m.Text)
			}
		}
		e := s.awaitStatus(t, own, emailSent)
		if *e.SubjectID != userID || e.AboutID != nil || e.ChallengeID != nil {
			t.Errorf("%+v", e)
		}
		log.RequireExactly(t, events.EmailSent{EmailID: e.ID, Kind: e.Kind, SentAt: *e.SentAt})
		var causes int64
		if err := s.DB.Table("events").Where("causation = ?", e.ID).Count(&causes).Error; err != nil || causes != 0 {
			t.Errorf("%d events name one that is not there: %v", causes, err)
		}
		if exported := s.Exported(t, o.UserID); strings.Contains(exported, own) {
			t.Errorf("the buyer's export has the test: %s", exported)
		}

		// A code in a test opens nothing, and an admin may send the test again.
		owner.Do(t, "POST", testPath, body{"kind": "registration_code", "locale": "en"}).Require(t, 202)
		if m := s.awaitMessages(t, own, 2)[0]; !strings.Contains(m.Text, "    123456\n") {
			t.Errorf("%s", m.Text)
		}
		s.admin.Do(t, "POST", mails+"/"+e.ID+"/retry", nil).Require(t, 200)
		s.awaitMessages(t, own, 3)
		s.Publish(t, accountErased(userID, own, s.Clock.Now().Add(time.Second)))
		if n := rows(t, s.DB, "recipient = ?", own); n != 0 {
			t.Errorf("%d test mails are left after the erasure", n)
		}
	})
}

// A test mail about a guest's order has no name, as the guest's own, and its token opens nothing.
func TestTestMailOfAGuestsOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.configure(t, 2, shop.Profile{Name: "Kaffeehaus", OrderURL: new("https://shop.example/orders/{number}#{token}")},
			shop.Mail{SenderName: "Kaffeehaus"})
		o := orderOf(maria)
		o.Guest, o.UserID = true, kit.AddressID(maria)
		s.Publish(t, placed(o))
		to := s.admin.Do(t, "POST", testPath, body{"kind": "order_paid", "locale": "en", "orderId": o.OrderID}).Require(t, 202).Text("to")
		m := s.awaitMessages(t, to, 1)[0]
		if !strings.Contains(m.Text, "https://shop.example/orders/"+o.Number+"#12345678\n") || !strings.Contains(m.Text, "Hello,\n") {
			t.Errorf("%s", m.Text)
		}
	})
}

// A repetition with its key sends nothing more.
func TestTestMailIsRepeated(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api := s.admin.With("Idempotency-Key", id.New())
		for range 3 {
			api.Do(t, "POST", testPath, body{"kind": "order_paid", "locale": "en"}).Require(t, 202)
		}
		if n := rows(t, s.DB, "1 = 1"); n != 1 {
			t.Errorf("%d emails", n)
		}
	})
}

// Of the kinds without a name no event has one, and of the others each has.
func TestNamelessKinds(t *testing.T) {
	t.Parallel()
	o := orderOf(maria)
	m := &mailer{Deps: Deps{Pseudonyms: kit.Pseudonyms}}
	named := map[events.MailKind]bool{}
	for _, d := range []draft{
		wordsDraft(identity.RegistrationRequested{}, registrationCode), wordsDraft(identity.RegistrationRefused{}, accountExists),
		wordsDraft(identity.RegistrationUnclear{}, registerAgain), wordsDraft(identity.PasswordCodeRequested{}, passwordCode),
		wordsDraft(identity.PasswordChanged{}, passwordChanged), wordsDraft(identity.EmailChangeRequested{}, emailCode),
		wordsDraft(identity.EmailUndoOffered{}, emailChanged),
		wordsDraft(identity.StaffAlerted{Alert: identity.AlertNotices}, staffAlert),
		wordsDraft(wholesale.ApplicationSubmitted{}, m.applicationReceived), wordsDraft(wholesale.InfoRequested{}, m.applicationQuestion),
		wordsDraft(wholesale.ApplicationRejected{}, m.applicationRejected),
		wordsDraft(identity.WholesaleAccessGranted{}, applicationApproved),
		wordsDraft(ordering.LookupRequested{}, orderLookup), wordsDraft(ordering.OrderPlaced{Order: o}, orderPlaced),
		wordsDraft(ordering.OrderPaid{Order: o}, orderPaid), wordsDraft(ordering.OrderShipped{Order: o}, orderShipped),
		wordsDraft(ordering.OrderDelivered{Order: o, Arrived: parcel}, orderDelivered),
		wordsDraft(ordering.OrderCancelled{Order: o}, orderCancelled), wordsDraft(ordering.ItemsCancelled{Order: o}, itemsCancelled),
		wordsDraft(ordering.RefundSettled{Order: o, Status: "succeeded"}, orderRefunded),
		wordsDraft(ordering.ReturnRequested{Order: o}, returnRequested),
		wordsDraft(ordering.ReturnDecided{Order: o, Status: "approved"}, returnDecided),
		wordsDraft(ordering.ReturnDecided{Order: o, Status: "rejected"}, returnDecided),
		wordsDraft(ordering.ReturnReceived{Order: o}, returnReceived),
		wordsDraft(ordering.WithdrawalDeclared{}, func(e ordering.WithdrawalDeclared) draft {
			return withdrawalDraft(e.Withdrawal, events.KindWithdrawalReceived)
		}),
		wordsDraft(ordering.WithdrawalContested{}, withdrawalContested),
		wordsDraft(invoices.DocumentIssued{Kind: invoices.KindInvoice}, documentIssued),
		wordsDraft(invoices.DocumentIssued{Kind: invoices.KindCorrection}, documentIssued),
	} {
		named[d.Kind] = d.Data.Name != ""
	}
	for _, value := range events.TextKind("").Values() {
		kind := events.MailKind(value)
		if isNamed, known := named[kind]; !known || isNamed == slices.Contains(nameless, kind) {
			t.Errorf("%s: a draft of it: %t, with a name: %t", kind, known, isNamed)
		}
	}
}
