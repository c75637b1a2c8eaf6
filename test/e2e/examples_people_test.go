package e2e

import (
	"bufio"
	"encoding/base32"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"orderd/platform/totp"
	"orderd/test/kit"
	"orderd/test/kit/authenticator"
)

func (s *story) points() {
	s.play(s.ada.API, "shareProduct", "", object{"productId": s.coffee})
	s.play(s.admin, "adjustPoints", s.ada.ID, object{"points": 500, "reason": "It came late."})
	s.settled()
	s.play(s.ada.API, "redeemPoints", "", object{"points": 500})
	s.play(s.ada.API, "getLoyaltySummary", "", nil)
	s.play(s.ada.API, "listVouchers", "", nil)
	s.play(s.ada.API, "listLoyaltyHistory", "?limit=1", nil)
	s.play(s.admin, "getUserLoyalty", s.ada.ID, nil)
	s.play(s.admin, "listUserVouchers", s.ada.ID, nil)
	s.play(s.admin, "listUserLoyaltyHistory", s.ada.ID+"?limit=1", nil)
}

// wholesale lets a café apply, and another business that is refused.
func (s *story) wholesale() {
	const email = "jana@example.com"
	body := object{
		"businessName": "Café Jana", "businessAddress": "Torstr. 12, 10119 Berlin", "state": "Berlin", "country": "Germany",
		"estimatedMonthlyOrderMin": 200, "estimatedMonthlyOrderMax": 1500,
		"contactFullName": "Jana", "contactPhone": "+49 30 1234567", "contactEmail": email,
	}
	tracking := s.play(s.api, "applyForWholesale", "", body).Text("trackingId")
	found := s.play(s.admin, "listWholesaleApplications", "?q="+tracking, nil).Text("data.0.id")
	s.play(s.admin, "requestWholesaleInfo", found, object{"question": "Do you roast?"})
	s.play(s.admin, "recordWholesaleAnswer", found, object{"answer": "Every Tuesday, ten kilos."})
	s.play(s.api, "trackWholesaleApplication", tracking+"?email="+email, nil)
	s.play(s.admin, "approveWholesaleApplication", found, object{"note": "We know her."})
	s.play(s.admin, "getWholesaleApplication", found, nil)

	body["contactEmail"] = "bob@example.com"
	other := s.api.Do(s.t, "POST", "/v1/wholesale/apply", body).Require(s.t, 201).Text("trackingId")
	refused := s.admin.Do(s.t, "GET", "/v1/admin/wholesale/applications?q="+other, nil).Require(s.t, 200).Text("data.0.id")
	s.play(s.admin, "rejectWholesaleApplication", refused, object{"reason": "It is no café."})
}

// customersFromElsewhere brings in customers of another shop, one of them with a slip.
func (s *story) customersFromElsewhere() {
	csv := s.admin.With("Content-Type", "text/csv")
	s.play(csv, "importCustomers", "", "First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,"+
		"Default Address City,Default Address Country Code,Default Address Zip\n"+
		"Joan,Clarke,joan@example.net,yes,Am Kai 4,Hamburg,DE,20457\nKlara,Dan,klara.example.net,no,,,,\n")
	s.play(s.admin, "exportCustomers", "", nil)
}

// vatID has Ada's VAT id checked, and confirmed by the staff.
func (s *story) vatID() {
	s.play(s.ada.API, "setVatId", "", object{"vatId": "FR 40 303 265 045"})
	kit.Eventually(s.t, "the VAT id is checked", func() error {
		if got := s.ada.Do(s.t, "GET", "/v1/users/me/vat-id", nil).Require(s.t, 200).Text("status"); got != "valid" {
			return errors.New(got)
		}
		return nil
	})
	s.play(s.ada.API, "getVatId", "", nil)
	s.play(s.admin, "listVatIds", "?status=valid", nil)
	s.play(s.admin, "confirmVatId", s.ada.ID, object{"consultationNumber": "BZSt 4711", "reason": "Confirmed by the BZSt."})
	s.play(s.admin, "getUserVatId", s.ada.ID, nil)
	s.play(s.ada.API, "deleteVatId", "", nil)
}

// inbox is what has been sent: to Ada's inbox, and by mail.
func (s *story) inbox() {
	list := s.play(s.ada.API, "listNotifications", "?limit=1", nil)
	s.firstOfStream()
	s.play(s.ada.API, "issueStreamTicket", "", nil)
	s.play(s.ada.API, "readNotification", list.Text("data.0.id"), nil)
	s.play(s.ada.API, "readAllNotifications", "", nil)
	mail := s.play(s.admin, "listMails", "?status=sent&limit=1", nil).Text("data.0.id")
	s.play(s.admin, "getMail", mail, nil)
	s.play(s.admin, "retryMail", mail, nil)
	s.play(s.admin, "retryMails", "", object{"status": "failed", "kind": "order_placed"})
}

// notices chooses that the admin gets no mails of what the other acts do.
func (s *story) notices() {
	var none []object
	for _, kind := range []string{"order_new", "payment_received", "return_requested"} {
		none = append(none, object{"kind": kind, "inbox": true, "mail": false})
	}
	s.play(s.admin, "getOwnNotices", "", nil)
	s.play(s.admin, "chooseOwnNotices", "", object{"data": none})
}

// firstOfStream keeps the first event of Ada's stream.
func (s *story) firstOfStream() {
	request, err := http.NewRequestWithContext(s.t.Context(), "GET", s.api.Base+"/v1/notifications/stream", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.ada.Access)
	request.Header.Set("Last-Event-ID", "0")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			s.keep("streamNotifications", nil, answer.StatusCode, http.Header{"Content-Type": {"application/json"}}, []byte(data))
			return
		}
	}
	s.t.Error("the stream has no event")
}

// staff are invited by an admin.
func (s *story) staff() {
	const email = "pat@example.com"
	packer := s.play(s.admin, "createRole", "", object{"name": "Packer", "scopes": []string{"orders:write"}}).Text("id")
	s.play(s.admin, "updateRole", packer, object{"scopes": []string{"orders:write", "stock:read"}})
	s.play(s.admin, "getRole", packer, nil)
	s.play(s.admin, "listRoles", "", nil)
	invited := s.play(s.admin, "inviteStaff", "", object{"email": email, "fullName": "Pat Packer", "roleId": packer}).Text("id")
	s.awaitMails(email, 1)
	s.play(s.admin, "resendInvitation", invited, nil)
	sent := code(s.t, s.awaitMails(email, 2)[0])
	s.play(s.admin, "listInvitations", "", nil)
	pat := s.session(s.play(s.api, "acceptInvitation", "", object{"email": email, "code": sent, "password": password}))
	s.play(s.admin, "updateStaff", pat.ID, object{"roleId": packer})
	s.secondFactor(pat.API, email)
	s.play(s.admin, "listStaff", "?limit=1", nil)
	s.play(s.admin, "listColleagues", "?ids="+pat.ID, nil)
	s.play(s.admin, "resetSecondFactor", pat.ID, nil)
	s.play(s.admin, "removeStaff", pat.ID, nil)
}

// secondFactor gives one of the staff an authenticator app.
func (s *story) secondFactor(pat *kit.API, email string) {
	started := s.play(pat, "startTotp", "", nil)
	secret, err := base32.StdEncoding.DecodeString(started.Text("secret"))
	if err != nil {
		s.t.Fatal(err)
	}
	code := func() object {
		s.clock.advance(30 * time.Second)
		return object{"code": totp.Code(secret, totp.StepAt(s.clock.Now()))}
	}
	s.play(pat, "confirmTotp", started.Text("id"), code())
	login := s.api.Do(s.t, "POST", "/v1/auth/login", object{"email": email, "password": password}).Require(s.t, 403, "second_factor_required")
	answer := code()
	answer["challenge"] = login.Text("challenge")
	pat = s.session(s.play(s.api, "answerSecondFactor", "", answer)).API
	s.play(pat, "renewRecoveryCodes", "", nil)
	s.play(pat, "prepareStepUp", "", nil)
	s.play(pat, "stepUp", "", code())
	s.play(pat, "getOwnFactors", "", nil)
	s.play(pat, "removeFactor", started.Text("id"), nil)
	s.passkey(pat)
}

// passkey gives one of the staff a passkey, who logs in with it.
func (s *story) passkey(pat *kit.API) {
	phone := authenticator.New(staffOrigin)
	asked := s.play(pat, "preparePasskey", "", nil)
	made := phone.Create(s.t, publicKey(s.t, asked))
	s.play(pat, "addPasskey", "", object{"challenge": asked.Text("challenge"), "name": "Phone", "credential": made})
	asked = s.play(s.api, "preparePasskeyLogin", "", nil)
	s.play(s.api, "logInWithPasskey", "", object{"challenge": asked.Text("challenge"), "credential": phone.Get(s.t, publicKey(s.t, asked))})
}

// publicKey are the options for the authenticator in an answer.
func publicKey(t *testing.T, a kit.Answer) string {
	t.Helper()
	options, err := json.Marshal(a.At("publicKey"))
	if err != nil {
		t.Fatal(err)
	}
	return string(options)
}

// keys are made for programs.
func (s *story) keys() {
	key := s.play(s.admin, "createApiKey", "", object{"name": "ERP", "scopes": []string{"orders:read", "stock:write"}}).Text("id")
	s.play(s.admin, "updateApiKey", key, object{"scopes": []string{"orders:read", "stock:read"}})
	s.play(s.admin, "getApiKey", key, nil)
	s.play(s.admin, "listApiKeys", "", nil)
	s.play(s.admin, "revokeApiKey", key, nil)
}

// users are those whom an admin finds; one of them leaves.
func (s *story) users() {
	const email = "charles@example.com"
	charles := s.session(s.api.Do(s.t, "POST", "/v1/auth/verify-email", object{"email": email, "code": s.register(email)}).Require(s.t, 200))
	charles.Do(s.t, "PATCH", "/v1/users/me", object{"fullName": "Charles"}).Require(s.t, 200)
	s.play(charles.API, "exportAccount", "", nil)
	s.play(s.admin, "exportUser", charles.ID, nil)
	s.play(charles.API, "eraseAccount", "", object{"password": password})
	const other = "dora@example.com"
	dora := s.session(s.api.Do(s.t, "POST", "/v1/auth/verify-email", object{"email": other, "code": s.register(other)}).Require(s.t, 200))
	s.play(s.admin, "eraseUser", dora.ID, object{"reason": "Asked for by a signed request."})
	s.play(s.admin, "listUsers", "?q=lovelace", nil)
	s.play(s.admin, "getUser", s.ada.ID, nil)
	s.play(s.admin, "listUserAddresses", s.ada.ID, nil)
	sessions := s.play(s.admin, "listUserSessions", s.ada.ID+"?limit=1", nil)
	s.play(s.admin, "endUserSession", s.ada.ID+"/"+sessions.Text("data.0.id"), nil)
	s.play(s.admin, "endUserSessions", s.ada.ID, nil)
	s.play(s.admin, "updateUser", s.ada.ID, object{"role": "admin"})
}

// operator looks at what has happened, and at a delivery that failed.
func (s *story) operator() {
	s.play(s.admin, "listAudit", "?name=identity.role_changed.v1&limit=1", nil)
	s.play(s.admin, "listEvents", "?name=identity.role_changed.v1&limit=1", nil)
	s.settings()
	s.settled()
	s.play(s.admin, "listEventConsumers", "", nil)
	s.killDelivery()
	dead := s.play(s.admin, "listDeadDeliveries", "", nil)
	s.play(s.admin, "retryDeadDelivery", dead.Text("data.0.id"), nil)
	s.settled()
	s.killDelivery()
	s.play(s.admin, "retryDeadDeliveries", "", object{"consumer": "notifications.inboxes"})
}

// killDelivery makes a dead delivery of an event that was handled.
func (s *story) killDelivery() {
	done := s.database().Exec(`INSERT INTO deliveries (consumer, seq, name, key, prompt, attempts, last_error, dead_id, died_at)
		SELECT 'notifications.inboxes', seq, name, key, false, 10, 'the database is locked', id, occurred_at FROM events
		WHERE name = 'identity.email_verified.v1' ORDER BY seq LIMIT 1`)
	if done.Error != nil || done.RowsAffected != 1 {
		s.t.Fatalf("%d rows: %v", done.RowsAffected, done.Error)
	}
}

// settings are changed group by group.
func (s *story) settings() {
	for _, group := range []struct {
		name string
		sent object
	}{
		{"Profile", object{"email": "hello@shop.example", "website": "https://shop.example"}},
		{"Seller", object{
			"name": "Moka & Co GmbH", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "email": "hello@shop.example",
			"vatId": "DE129273398",
		}},
		{"Bank", object{"bic": "COBADEFFXXX", "bank": "Commerzbank"}},
		{"Tax", object{"rates": []object{
			{"country": "DE", "standard": 19, "reduced": 7}, {"country": "AT", "standard": 20, "reduced": 10},
		}}},
		{"Checkout", object{"lowStock": 3, "cardDeadline": "45m"}},
		{"Loyalty", object{"pointsPerShare": 25}},
		{"Mail", object{"replyTo": "service@shop.example", "footers": []object{{"locale": "de", "text": "Moka & Co GmbH, Torstraße 12"}},
			"texts": []object{{"kind": "order_shipped", "locale": "de", "intro": "{carrier} bringt Ihre Bestellung {number}."}}}},
		{"Storefront", object{"accent": "#1d4ed8", "notices": []object{{"locale": "en", "text": "Roasted every Tuesday."}},
			"home": []object{{"kind": "hero", "link": "/c/coffee", "texts": []object{{"locale": "en", "title": "Good coffee"}}}, {"kind": "new"}}}},
	} {
		s.play(s.admin, "update"+group.name+"Settings", "", group.sent)
		s.play(s.admin, "get"+group.name+"Settings", "", nil)
	}
	s.play(s.admin, "previewMail", "", object{"kind": "order_shipped", "locale": "de", "color": "#0f766e"})
	s.play(s.admin, "sendTestMail", "", object{"kind": "order_shipped", "locale": "de"})
	s.play(s.admin, "previewStorefront", "", object{"accent": "#0f766e"})
	s.play(s.api, "getShopStorefront", "", nil)
	s.legalPages()
	s.play(s.admin, "getSettings", "", nil)
	contentType, form := kit.FileForm(s.t, "logo.png", kit.PNG(s.t, 400, 120))
	logo := s.admin.With("Content-Type", contentType).Do(s.t, "POST", "/v1/admin/media", form).Require(s.t, 201).Text("id")
	s.admin.Do(s.t, "PUT", "/v1/admin/settings/profile", object{"logoMediaId": logo}).Require(s.t, 200)
	s.play(s.api, "getShop", "", nil)
}

// legalPages are written, published, and taken off.
func (s *story) legalPages() {
	const imprint = "imprint/de"
	s.play(s.admin, "savePage", imprint, object{
		"title": "Impressum", "text": "**Moka & Co GmbH**, Torstraße 12, 10119 Berlin\n\n## Kontakt\n\n<hello@shop.example>",
	})
	s.play(s.admin, "previewPage", imprint, nil)
	s.play(s.admin, "publishPage", imprint, nil)
	s.play(s.admin, "getPage", imprint, nil)
	s.play(s.admin, "getPageVersion", imprint+"/1", nil)
	s.play(s.admin, "listPages", "", nil)
	s.play(s.admin, "getLegalSettings", "", nil)
	s.play(s.api, "getShopPage", "impressum?locale=de", nil)
	s.admin.Do(s.t, "PUT", "/v1/admin/pages/terms/en", object{"title": "Terms", "text": "To be written."}).Require(s.t, 200)
	s.play(s.admin, "deletePage", "terms/en", nil)
}
