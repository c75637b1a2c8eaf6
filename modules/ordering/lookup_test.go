package ordering

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	mailer "orderd/modules/mailer/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/grant"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
)

// lookUp asks for a code, has the mail sent and returns the code.
func (s *setup) lookUp(t *testing.T, made kit.Answer) string {
	t.Helper()
	s.API.Do(t, "POST", "/v1/orders/lookup", body{"number": made.Text("number"), "email": made.Text("customer.email")}).Require(t, 202)
	l := s.newestLookup(t, made)
	s.Publish(t, mailer.EmailSent{EmailID: id.New(), Kind: mailer.KindOrderLookup, ChallengeID: l.ID, SentAt: s.Clock.Now()})
	return onetimecode.Derive(testConfig.Secret.First(), onetimecode.OrderLookup, l.CodeID)
}

// newestLookup is the newest look-up of the order.
func (s *setup) newestLookup(t *testing.T, made kit.Answer) lookup {
	t.Helper()
	var l lookup
	if err := s.DB.Where("order_id = ?", made.Text("id")).Order("made_at DESC, id DESC").Take(&l).Error; err != nil {
		t.Fatal(err)
	}
	return l
}

// verify opens the order of made with the code.
func (s *setup) verify(t *testing.T, made kit.Answer, code string) kit.Answer {
	t.Helper()
	return s.API.Do(t, "POST", "/v1/orders/lookup/verify", verification(made, code))
}

func verification(made kit.Answer, code string) body {
	return body{"number": made.Text("number"), "email": made.Text("customer.email"), "code": code}
}

func TestLookup(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 10), 1, 1999}
		made, other := s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201), s.guestWith(t, "ada@example.com", moka).
			checkout(s, t).Require(t, 201)
		guestID := kit.Pseudonyms.OfEmail("ada@example.com")
		log := eventbustest.Record(t, s.DB)
		old := s.lookUp(t, made)
		code := s.lookUp(t, made)
		asked := eventbustest.Of[events.LookupRequested](log)
		if len(asked) != 2 || asked[1].GuestID != guestID || asked[1].Email != "ada@example.com" || asked[1].Locale != "de" ||
			asked[1].Number != made.Text("number") {
			t.Errorf("%+v", asked)
		}
		s.verify(t, made, old).Require(t, 400, "invalid_code")
		s.verify(t, other, code).Require(t, 400, "invalid_code")
		opened := s.API.Do(t, "POST", "/v1/orders/lookup/verify", body{"number": " ord-" + made.Text("number")[4:], "email": "ADA@example.com",
			"code": code}).Require(t, 200)
		verified := eventbustest.Of[events.LookupVerified](log)
		if opened.Text("order.id") != made.Text("id") || len(verified) != 1 || verified[0].OrderID != made.Text("id") {
			t.Errorf("%s, %+v", opened.Body, verified)
		}
		if got, ok := grant.Open(testConfig.Secret, opened.Text("orderToken"), s.Clock.Now()); !ok || got.Kind != grant.Proved ||
			got.Holder != guestID {
			t.Errorf("%+v", got)
		}
		token := s.API.With("X-Order-Token", opened.Text("orderToken"))
		token.Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 200)
		token.Do(t, "GET", "/v1/orders/"+other.Text("id"), nil).Require(t, 404, "not_found")
		s.verify(t, made, code).Require(t, 400, "invalid_code")
		s.Clock.Advance(grant.ShortLife)
		token.Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 404, "not_found")

		late := s.lookUp(t, made)
		s.Clock.Advance(lookupCodeTTL)
		s.verify(t, made, late).Require(t, 400, "invalid_code")
	})
}

func TestLookupRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, malformed := range []body{{}, {"number": "ORD-1"}, {"number": "ORD-1", "email": "nonsense"},
			{"number": "", "email": "ada@example.com"}} {
			s.API.Do(t, "POST", "/v1/orders/lookup", malformed).Require(t, 422, "validation_failed")
			malformed["code"] = "12345678"
			s.API.Do(t, "POST", "/v1/orders/lookup/verify", malformed).Require(t, 422, "validation_failed")
		}
		s.API.Do(t, "POST", "/v1/orders/lookup/verify", body{"number": "ORD-1", "email": "ada@example.com"}).Require(t, 422, "validation_failed")
	})
}

// Whoever asks learns nothing: the answers and the statements are the same for an email without an
// order, for another's number, for an order of an account and for a guest's.
func TestLookupIsBlind(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		made := s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201)
		user := s.customer(t)
		s.fillCart(t, user.ID, []bought{moka}, []string{})
		theirs := user.Do(t, "POST", "/v1/checkout", body{"shippingMethodId": s.standardMethod(t), "paymentMethod": "bank_transfer"}).
			Require(t, 201)
		log := eventbustest.Record(t, s.DB)
		type answer struct {
			status     int
			body       string
			statements int
		}
		ask := func(path string, b body) answer {
			got, statements := s.CountStatements(t, s.API, "POST", path, b)
			blind := strings.NewReplacer(got.Header.Get("X-Request-Id"), "", cmp.Or(got.Text("lookupId"), "none"), "")
			return answer{got.Status, blind.Replace(string(got.Body)), statements}
		}
		first := map[string]answer{}
		for _, who := range []struct{ number, email string }{
			{made.Text("number"), "ada@example.com"}, {made.Text("number"), "nobody@example.com"}, {"ORD-1", "ada@example.com"},
			{theirs.Text("number"), user.Email}, {theirs.Text("number"), "ada@example.com"},
		} {
			for path, b := range map[string]body{
				"/v1/orders/lookup":        {"number": who.number, "email": who.email},
				"/v1/orders/lookup/verify": {"number": who.number, "email": who.email, "code": "00000000"},
			} {
				got := ask(path, b)
				if want, known := first[path]; !known {
					first[path] = got
				} else if got != want {
					t.Errorf("%s of %v: %+v, want %+v", path, who, got, want)
				}
			}
		}
		if asked, refused := eventbustest.Of[events.LookupRequested](log), eventbustest.Of[events.LookupRefused](log); len(asked) != 1 ||
			len(refused) != 4 {
			t.Errorf("%d requested, %d refused", len(asked), len(refused))
		}
	})
}

// Of 100 wrong codes at once at most five are compared; then the right one is refused too. A new
// code has attempts of its own, up to 20 a day.
func TestLookupAttempts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.guestWith(t, "ada@example.com", bought{s.sell(t, 1999, 10), 1, 1999}).checkout(s, t).Require(t, 201)
		now := s.Clock.Now() // so that the day does not end during the test
		s.Clock.Advance(now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now))
		guess := func(n int) {
			t.Helper()
			b := verification(made, "00000000")
			statuses := kit.StatusesAtOnce(t, n, func(int) (kit.Answer, error) { return s.API.Try("POST", "/v1/orders/lookup/verify", b) })
			if statuses[400] != n {
				t.Errorf("%v", statuses)
			}
		}
		guess(25) // before a code was requested: they use up nothing
		for i := range 4 {
			code := s.lookUp(t, made)
			guess(100 - 90*min(i, 1))
			if l := s.newestLookup(t, made); l.UnnamedAttempts != lookupAttempts || l.Attempts != 0 {
				t.Errorf("%d attempts, %d named", l.UnnamedAttempts, l.Attempts)
			}
			s.verify(t, made, code).Require(t, 400, "invalid_code")
		}
		s.verify(t, made, s.lookUp(t, made)).Require(t, 400, "invalid_code")
		s.Clock.Advance(24 * time.Hour)
		s.verify(t, made, s.lookUp(t, made)).Require(t, 200)
	})
}

// The attempts of a day end with it, also for a code that was mailed before midnight.
func TestLookupAttemptsOfANewDay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.guestWith(t, "ada@example.com", bought{s.sell(t, 1999, 10), 1, 1999}).checkout(s, t).Require(t, 201)
		now := s.Clock.Now()
		s.Clock.Advance(now.Truncate(24 * time.Hour).Add(24*time.Hour - lookupCodeTTL/2).Sub(now))
		for range lookupNetworkAttempts / lookupAttempts {
			s.lookUp(t, made)
			for range lookupAttempts {
				s.verify(t, made, "00000000").Require(t, 400, "invalid_code")
			}
		}
		code := s.lookUp(t, made)
		s.verify(t, made, code).Require(t, 400, "invalid_code")
		s.Clock.Advance(lookupCodeTTL / 2)
		s.verify(t, made, code).Require(t, 200)
	})
}

// One code that is submitted 20 times at once opens the order once.
func TestLookupCodeCountsOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.guestWith(t, "ada@example.com", bought{s.sell(t, 1999, 10), 1, 1999}).checkout(s, t).Require(t, 201)
		b := verification(made, s.lookUp(t, made))
		statuses := kit.StatusesAtOnce(t, 20, func(int) (kit.Answer, error) { return s.API.Try("POST", "/v1/orders/lookup/verify", b) })
		if statuses[200] != 1 || statuses[400] != 19 {
			t.Errorf("%v", statuses)
		}
	})
}

// An erasure ends look-ups, and what has expired is deleted.
func TestLookupsEnd(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 10), 1, 1999}
		made := s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201)
		code := s.lookUp(t, made)
		s.Publish(t, identity.AccountErased{UserID: id.New(), AddressID: kit.Pseudonyms.OfEmail("ada@example.com"), ErasedAt: s.Clock.Now()})
		s.verify(t, made, code).Require(t, 400, "invalid_code")
		s.lookUpRefused(t, made)

		bob := s.guestWith(t, "bob@example.com", moka).checkout(s, t).Require(t, 201)
		s.lookUp(t, bob)
		deps := Deps{DB: s.DB, Clock: s.Clock}
		for _, left := range []string{"1 1", "0 0"} {
			if err := deps.deleteStaleLookups(t.Context()); err != nil {
				t.Fatal(err)
			}
			var lookups, days int64
			s.DB.Model(&lookup{}).Count(&lookups)
			s.DB.Model(&lookupDay{}).Where("guest_id = ?", kit.Pseudonyms.OfEmail("bob@example.com")).Count(&days)
			if got := fmt.Sprint(lookups, days); got != left {
				t.Errorf("left %s, want %s", got, left)
			}
			s.Clock.Advance(lookupRetention + time.Hour)
		}
	})
}

// lookUpRefused asks for a code of an order that is no guest's any more.
func (s *setup) lookUpRefused(t *testing.T, made kit.Answer) {
	t.Helper()
	s.API.Do(t, "POST", "/v1/orders/lookup", body{"number": made.Text("number"), "email": made.Text("customer.email")}).Require(t, 202)
	if l := row[lookup](t, s, "order_id", made.Text("id")); l != nil {
		t.Errorf("%+v", l)
	}
}

// Who knows a number and its email can burn no code of the buyer: neither by wrong codes, nor by
// requests for others.
func TestStrangersBurnNoLookup(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.guestWith(t, "ada@example.com", bought{s.sell(t, 1999, 10), 1, 1999}).checkout(s, t).Require(t, 201)
		code := s.lookUp(t, made)
		mine := s.newestLookup(t, made)
		asked := body{"number": made.Text("number"), "email": "ada@example.com"}
		for n := range 5 {
			stranger := s.API.With("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", n+1))
			theirs := stranger.Do(t, "POST", "/v1/orders/lookup", asked).Require(t, 202).Text("lookupId")
			wrong := verification(made, "00000000")
			for range 6 {
				stranger.Do(t, "POST", "/v1/orders/lookup/verify", wrong).Require(t, 400, "invalid_code")
			}
			wrong["lookupId"] = theirs
			for range 6 {
				stranger.Do(t, "POST", "/v1/orders/lookup/verify", wrong).Require(t, 400, "invalid_code")
			}
		}
		s.verify(t, made, code[:7]).Require(t, 422, "validation_failed")
		named := verification(made, code[:4]+" - "+code[4:])
		named["lookupId"] = mine.ID
		s.API.Do(t, "POST", "/v1/orders/lookup/verify", named).Require(t, 200)
		s.API.Do(t, "POST", "/v1/orders/lookup/verify", named).Require(t, 400, "invalid_code")
	})
}
