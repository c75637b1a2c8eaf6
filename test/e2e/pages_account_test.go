package e2e

import (
	"encoding/base32"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/totp"
	"orderd/test/kit"
)

// press sends the form of the first button whose text begins so, with the values in its fields.
func (b *browser) press(button string, values map[string]string) *browser {
	b.t.Helper()
	for n := range b.page.Descendants() {
		if n.Data == "button" && strings.HasPrefix(textOf(n), button) {
			return b.send(b.formOf(n), n, values)
		}
	}
	b.t.Fatalf("%s has no button that begins with %q:\n%.2000s", b.url, button, b.text())
	return nil
}

// requireAt fails the test unless the page is the one of the path.
func (b *browser) requireAt(path string) *browser {
	b.t.Helper()
	if b.url.Path != path {
		b.t.Fatalf("at %s, want %s:\n%.1500s", b.url, path, b.text())
	}
	return b
}

// value is what stands in a field of the page.
func (b *browser) value(name string) string {
	b.t.Helper()
	for n := range b.page.Descendants() {
		if attribute(n, "name") == name && (n.Data == "input" || n.Data == "textarea") {
			return attribute(n, "value")
		}
	}
	b.t.Fatalf("%s has no field %q", b.url, name)
	return ""
}

// enter logs in on the pages.
func (b *browser) enter(email, password string) *browser {
	b.t.Helper()
	return b.open("/login").press("Log in", map[string]string{"email": email, "password": password})
}

// A customer registers, looks after the account, and deletes it, without a script.
func TestAccountOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		b := s.browser()
		b.open("/account").requireAt("/login").follow("Create an account").require(200)
		b.press("Go on", map[string]string{"email": "ada", "password": "short"}).require(422,
			"3 things are not right yet", "Enter the first and last name", "Enter the whole email address", "at least eight")
		if got := b.value("email"); got != "ada" {
			t.Errorf("what was typed is %q", got)
		}
		email := someone("ada")
		b.press("Go on", map[string]string{"fullName": "Ada Lovelace", "email": email, "password": password}).
			requireAt("/register/code").require(200, "Check your email", email)
		b.open("/register/code").require(200, email) // loaded again
		c := code(t, s.awaitMails(email, 1)[0])
		b.press("Confirm", map[string]string{"code": wrong(c)}).require(422, "This code is wrong")
		b.press("Confirm", map[string]string{"code": c[:3] + " - " + c[3:]}).requireAt("/account").
			require(200, "Welcome. Your account is ready.", "Hello, Ada", "You have not ordered anything yet.")
		if strings.Contains(b.open("/account").text(), "Welcome. Your account is ready.") {
			t.Error("it is said again")
		}

		b.follow("Profile and password").press("Save", map[string]string{"fullName": ""}).require(422, "Enter the first and last name")
		b.press("Save", map[string]string{"fullName": "Ada King", "phone": "+49 30 1", "locale": "de"}).
			requireAt("/account/profile").require(200, "Saved.", email)
		b.open("/de/account").require(200, "Hallo, Ada").follow("Adressen").require(200, "noch keine Adresse")
		b.follow("Adresse hinzufügen").press("Speichern", map[string]string{"fullName": "Ada King", "label": "Zuhause"}).
			require(422, "Straße und Hausnummer", "Postleitzahl")
		home := map[string]string{
			"fullName": "Ada King", "label": "Zuhause", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin",
		}
		b.press("Speichern", home).requireAt("/de/account/addresses").require(200, "Gespeichert.", "Zuhause", "Standardadresse")
		home["label"], home["line1"] = "Büro", "Linienstraße 3"
		b.follow("Adresse hinzufügen").press("Speichern", home).require(200, "Büro")
		b.press("Zur Standardadresse machen", nil).require(200, "Büro Standardadresse")
		b.press("Entfernen", nil).require(200, "Entfernt.", "Büro")
		b.follow("Ändern").press("Speichern", map[string]string{"city": ""}).require(422, "Geben Sie den Ort ein")

		b.open("/account/password").press("Change the password", map[string]string{
			"currentPassword": "not this one", "newPassword": "a better phrase here",
		}).require(422, "The password is wrong")
		b.press("Change the password", map[string]string{"currentPassword": password, "newPassword": "a better phrase here"}).
			require(200, "Your password is changed.")
		b.open("/account/vat-id").require(200, "once your account is one for wholesale")
		b.press("Save", map[string]string{"vatId": "FR 40"}).require(422, "Enter the whole VAT id")
		b.press("Save", map[string]string{"vatId": "fr 40 303 265 999"}).requireAt("/account/vat-id").
			require(200, "Saved.", "FR40303265999", "It is being checked")
		b.press("Remove", nil).requireAt("/account/vat-id").require(200, "Removed.")
		if export := b.open("/account/export").require(200).text(); !strings.Contains(export, email) {
			t.Errorf("the export is %.300s", export)
		}
		b.open("/account").press("Log out", nil).requireAt("/").require(200, "You are logged out.")
		b.open("/account").requireAt("/login")

		b.enter(email, password).require(422, "Email or password is wrong").enter(email, "a better phrase here").requireAt("/account")
		b.open("/account/data").press("Yes, delete it", map[string]string{"currentPassword": "not this one"}).
			require(422, "The password is wrong")
		b.press("Yes, delete it", map[string]string{"currentPassword": "a better phrase here"}).requireAt("/").
			require(200, "Your account is deleted.")
		b.open("/account").requireAt("/login")
		b.enter(email, "a better phrase here").require(422, "Email or password is wrong")
	})
}

// Somebody has forgotten the password: the code sets a new one, once, and ends the other sessions.
func TestForgottenPasswordOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("forgetful")
		elsewhere := s.browser()
		elsewhere.enter(customer.Email, password).requireAt("/account")

		b := s.browser()
		b.open("/login?to=/cart").follow("Forgotten password").press("Send me a code", map[string]string{"email": customer.Email}).
			requireAt("/password/code").require(200, customer.Email)
		c := code(t, s.awaitMails(customer.Email, 2)[0])
		b.press("Set the password", map[string]string{"code": c, "password": "12345678"}).require(422, "Password")
		b.press("Set the password", map[string]string{"code": c[:4] + " " + c[4:], "password": "the new phrase of mine"}).
			requireAt("/cart").require(200, "Your password is set")
		s.browser().enter(customer.Email, "the new phrase of mine").requireAt("/account")
		elsewhere.open("/account").requireAt("/login").require(200, "You have been logged out.")
		if used := s.browser().open("/password/code").press("Set the password", map[string]string{
			"email": customer.Email, "code": c, "password": "a third phrase of mine",
		}); used.status != 422 {
			t.Errorf("the code is good again: %d", used.status)
		}
		// An email that nobody has looks alike.
		b = s.browser()
		b.open("/password").press("Send me a code", map[string]string{"email": someone("nobody")}).
			requireAt("/password/code").require(200, "If nobody.")
	})
}

// The address of an account changes with a code, and its owner undoes what a thief has changed.
func TestEmailOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer, next := s.customer("mover"), someone("moved")
		b := s.browser()
		b.enter(customer.Email, password).open("/account/email")
		b.press("Send a code to it", map[string]string{"email": next, "currentPassword": "not this one"}).
			require(422, "The password is wrong")
		if got := b.value("email"); got != next {
			t.Errorf("what was typed is %q", got)
		}
		b.press("Send a code to it", map[string]string{"email": customer.Email, "currentPassword": password}).
			require(422, "That is your address already")
		b.press("Send a code to it", map[string]string{"email": next, "currentPassword": password}).
			requireAt("/account/email/code").require(200, next)
		c := code(t, s.awaitMails(next, 1)[0])
		b.press("Confirm", map[string]string{"code": wrong(c)}).require(422, "This code is wrong")
		b.press("Confirm", map[string]string{"code": c}).requireAt("/account/profile").
			require(200, "Your email address is changed.", next)

		told := s.awaitMails(customer.Email, 2)[0]
		owner := s.browser()
		owner.open(linkIn(t, told, "/email/undo")).require(200, "Undo the change of your email address")
		owner.press("Undo the change", map[string]string{"code": wrong(code(t, told))}).require(422, "This code is wrong")
		owner.press("Undo the change", map[string]string{"code": code(t, told)}).requireAt("/password/code").
			require(200, "Your email address is as it was")
		b.open("/account").requireAt("/login").require(200, "You have been logged out.")
		fresh := code(t, s.awaitMails(customer.Email, 3)[0])
		owner.press("Set the password", map[string]string{"email": customer.Email, "code": fresh, "password": "the owner's own phrase"}).
			requireAt("/account").require(200, "Your password is set")
		owner.open("/account/profile").require(200, customer.Email)
	})
}

// The mail about an order of an account leads to the order, by the login where it is needed.
func TestOrderOfAMailOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("reader")
		productID, methodID := s.newProduct("Moka pot")
		placed := s.orderFor(customer, productID, methodID, object{"shipTo": object{
			"fullName": "Ada King", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "country": "DE",
		}})
		link := linkIn(t, s.awaitMails(customer.Email, 2)[0], "/login")
		path := "/orders/" + placed.Text("id")
		b := s.browser().open(link).require(200, "Password")
		b.submit("Log in", map[string]string{"email": customer.Email, "password": password}).requireAt(path).
			require(200, placed.Text("number"))
		b.open(link).requireAt(path).require(200, placed.Text("number"))
	})
}

// linkIn is the path of the link in a mail that leads to a page of the shop.
func linkIn(t *testing.T, m mail, page string) string {
	t.Helper()
	for word := range strings.FieldsSeq(m.Text) {
		if u, err := url.Parse(word); err == nil && strings.HasSuffix(u.Path, page) {
			return u.RequestURI()
		}
	}
	t.Fatalf("no link to %s in %q:\n%s", page, m.Subject, m.Text)
	return ""
}

// A session that is ended on another device is over there with the next page, and no page of before
// brings it back.
func TestSessionEndedOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("ender")
		s.api.As(customer.Access).Do(t, "POST", "/v1/auth/logout", nil).Require(t, 204)
		lost, here := s.browser(), s.browser()
		lost.enter(customer.Email, password).requireAt("/account")
		here.enter(customer.Email, password).open("/account/sessions").require(200, "This device", "An unknown device")
		here.press("Log out there", nil).require(200, "Removed.")
		// A second at most, and what a busy machine needs beyond.
		kit.Within(t, 9*time.Second, "the other device is logged out", func() error {
			if lost.open("/account").url.Path != "/login" {
				return errors.New("it is not")
			}
			return nil
		})
		lost.open("/").require(200)
		if strings.Contains(lost.text(), "Hello, Ada") || strings.Contains(lost.text(), "Log out") {
			t.Errorf("the other device still shows the account: %.500s", lost.text())
		}
		here.open("/account").require(200, "Hello, Ada")
	})
}

// Pages that are loaded at once when the access token has ended renew it once, and the session goes
// on.
func TestRenewalOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("renewer")
		b := s.browser()
		b.enter(customer.Email, password).requireAt("/account")
		s.settled()
		for range 3 {
			s.advance(11 * time.Minute)
			cookies := b.client.Jar.Cookies(b.url)
			var wait sync.WaitGroup
			for range 12 {
				wait.Go(func() {
					req, err := http.NewRequest(http.MethodGet, b.base+"/account/orders", nil)
					if err != nil {
						t.Error(err)
						return
					}
					for _, c := range cookies {
						req.AddCookie(c)
					}
					res, err := http.DefaultTransport.RoundTrip(req)
					if err != nil {
						t.Error(err)
						return
					}
					res.Body.Close()
					if res.StatusCode != 200 {
						t.Errorf("status %d to %q", res.StatusCode, res.Header.Get("Location"))
					}
				})
			}
			wait.Wait()
			b.open("/account").requireAt("/account") // with the cookie of before
		}
	})
}

// Points become a voucher, a review is changed and removed, a message is read.
func TestListsOfTheAccountOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, _ := s.newProduct("Moka pot")
		customer := s.customer("lister")
		s.admin.Do(t, "POST", "/v1/admin/loyalty/"+customer.ID+"/adjust", object{"points": 700, "reason": "For the late parcel."}).
			Require(t, 200)
		customer.Do(t, "POST", "/v1/reviews", object{"productId": productID, "rating": 4, "message": "Sturdy."}).Require(t, 201)
		b := s.browser()
		b.enter(customer.Email, password).require(200, "700", "worth €2.62", "You can change your points into a voucher.")
		b.open("/account/points").require(200, "Correction", "For the late parcel.", "+700").
			press("Change into a voucher", map[string]string{"points": "100"}).require(422, "Enter at least 500 points")
		b.press("Change into a voucher", map[string]string{"points": "5 000"}).require(422, "You do not have as many points")
		b.press("Change into a voucher", map[string]string{"points": "500"}).
			require(200, "Your voucher is below.", "PTS-", "€1.87", "300 more")

		b.open("/account/reviews").require(200, "Moka pot", "Sturdy.").follow("Change").
			press("Save", map[string]string{"rating": "5", "message": ""}).require(422, "Write a sentence or two")
		b.press("Save", map[string]string{"rating": "5", "message": "Still sturdy after a year."}).
			requireAt("/account/reviews").require(200, "Saved.", "Still sturdy after a year.")
		b.press("Yes, remove it", nil).require(200, "Removed.", "You have not written any review yet.")

		kit.Eventually(t, "the message of the points", func() error {
			if shown := b.open("/account/notices").text(); !strings.Contains(shown, "You redeemed points") {
				return errors.New(shown)
			}
			return nil
		})
		b.open("/account").require(200, "You redeemed points", "new message")
		b.open("/account/notices").press("Show it: You redeemed points", nil).requireAt("/account/points")
		b.open("/account/notices").press("Mark all as read", nil).requireAt("/account/notices")
		if shown := b.open("/account").text(); strings.Contains(shown, "new message") {
			t.Errorf("a message is still new: %.500s", shown)
		}
		b.open("/account/recipients").require(200, "You have not sent anything to others yet.")
	})
}

// A business applies, follows its application, sets its password with the code of the approval, and
// sees its prices.
func TestWholesaleOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("babbage")
		b := s.browser()
		b.open("/wholesale").press("Send the application", map[string]string{"contactEmail": "charles"}).
			require(422, "Enter the whole email address", "Name of the business is missing")
		form := map[string]string{
			"businessName": "Analytical Engines Ltd", "businessAddress": "12 Dorset Street", "businessCountry": "United Kingdom",
			"businessState": "London", "contactFullName": "Charles Babbage", "contactEmail": email, "contactPhone": "+44 20 1234567",
			"min": "500", "max": "2.500,50",
		}
		b.press("Send the application", form).require(200, "Thank you. We have your application", "We are looking at it")
		tracking := strings.TrimPrefix(b.url.Path, "/wholesale/")
		if strings.Contains(b.url.String(), "@") {
			t.Errorf("the address of the page has the email: %s", b.url)
		}
		received := s.awaitMails(email, 1)[0]

		stranger := s.browser()
		stranger.open("/wholesale/"+tracking).requireAt("/wholesale/find").
			press("Show the application", map[string]string{"email": someone("eve")}).require(404, "There is no application")
		stranger.open(linkIn(t, received, "/wholesale/find")).
			press("Show the application", map[string]string{"email": strings.ToUpper(email)}).require(200, tracking)

		found := s.admin.Do(t, "GET", "/v1/admin/wholesale/applications?q="+tracking, nil).Require(t, 200)
		path := "/v1/admin/wholesale/applications/" + found.Text("data.0.id")
		if got := found.Number("data.0.estimatedMonthlyOrderMax"); got != 2500.5 {
			t.Errorf("the estimate is %v", got)
		}
		s.admin.Do(t, "POST", path+"/request-info", object{"question": "Which machines do you build?"}).Require(t, 200)
		b.open("/wholesale/"+tracking).require(200, "Which machines do you build?")
		s.awaitMails(email, 2)
		s.admin.Do(t, "POST", path+"/approve", object{}).Require(t, 200)
		b.open("/wholesale/"+tracking).require(200, "It is approved.")

		approved := s.awaitMails(email, 3)[0]
		b.open(linkIn(t, approved, "/password/code")).press("Set the password", map[string]string{
			"email": email, "code": code(t, approved), "password": password,
		}).requireAt("/account").require(200, "Your password is set")
		b.open("/account/profile").require(200, "Analytical Engines Ltd", "Wholesale")
		b.open("/wholesale").require(200, "Your account has wholesale prices already")
	})
}

// The staff can log in at the shop, with their second factor.
func TestSecondFactorOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const apps = "/v1/admin/me/factors/totp"
		started := s.admin.Do(t, "POST", apps, nil).Require(t, 201)
		secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(started.Text("secret"))
		if err != nil {
			t.Fatal(err)
		}
		confirmed := s.admin.Do(t, "POST", apps+"/"+started.Text("id")+"/confirm",
			object{"code": totp.Code(secret, totp.StepAt(time.Now()))}).Require(t, 200)
		b := s.browser()
		b.open("/login?to=/cart").press("Log in", map[string]string{"email": adminEmail, "password": adminPassword}).
			requireAt("/login/code").require(200, "Enter the code that your app shows.")
		b.press("Log in", map[string]string{"code": "12"}).require(422, "The code is made of digits alone")
		b.press("Log in", map[string]string{"recoveryCode": "aaaaa-aaaaa"}).require(422, "This code is wrong")
		b.press("Log in", map[string]string{"code": "", "recoveryCode": confirmed.Text("recoveryCodes.0")}).requireAt("/cart")
		b.open("/account").require(200)
	})
}

// Whoever tries too often hears how long to wait, at the form.
func TestPausesOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("paused")
		b := s.browser()
		b.open("/login")
		for range 10 {
			b.press("Log in", map[string]string{"email": customer.Email, "password": "not the password"}).
				require(422, "Email or password is wrong")
		}
		b.press("Log in", map[string]string{"email": customer.Email, "password": password}).
			require(429, "Too many attempts. Try again in")
		if got := b.value("email"); got != customer.Email {
			t.Errorf("what was typed is %q", got)
		}

		email := someone("eager")
		b.open("/register").press("Go on", map[string]string{"fullName": "Ada", "email": email, "password": password}).require(200)
		b.press("Send a new code", nil).require(429, "Too many attempts. Try again in", email)
		c := code(t, s.awaitMails(email, 1)[0])
		b.press("Confirm", map[string]string{"code": c}).requireAt("/account")
	}, "ORDERD_LIMITS_ENABLED=true")
}

// The script of the pages hears of new messages with a ticket that is good once, and gets no token.
func TestNoticesOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("hearer")
		b := s.browser()
		b.enter(customer.Email, password).requireAt("/account")
		req, err := http.NewRequest(http.MethodPost, b.base+"/account/notices/ticket", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Sec-Fetch-Site", "same-origin")
		answer := b.load(req).require(200).text()
		_, stream, found := strings.Cut(strings.TrimSuffix(answer, `"}`), `"stream":"`)
		if !found || strings.Contains(answer, "eyJ") {
			t.Fatalf("the script gets %s", answer)
		}
		opened, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.base+stream, nil)
		if err != nil {
			t.Fatal(err)
		}
		events := s.events(opened)
		s.admin.Do(t, "POST", "/v1/admin/loyalty/"+customer.ID+"/adjust", object{"points": 700, "reason": "Hello"}).Require(t, 200)
		customer.Do(t, "POST", "/v1/loyalty/redeem", object{"points": 500}).Require(t, 200)
		next(t, events)
		kit.Eventually(t, "the page's part shows it", func() error {
			if shown := b.open("/account/notices/latest").text(); !strings.Contains(shown, "new message") {
				return fmt.Errorf("it shows %q", shown)
			}
			return nil
		})
		res, err := http.Get(b.base + stream)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != 401 {
			t.Errorf("the ticket is good again: %d", res.StatusCode)
		}
	})
}
