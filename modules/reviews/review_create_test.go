package reviews

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/reviews/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestWrite(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		got := s.write(t, s.ada, body{"rating": json.RawMessage("4.0"), "message": "  Sturdy.\n "})
		if location := got.Header.Get("Location"); location != own(got) {
			t.Errorf("Location: %q", location)
		}
		for path, want := range map[string]any{
			"productId": s.productID, "author.displayName": "Ada", "rating": 4.0, "message": "Sturdy.", "verifiedPurchase": false,
			"status": "visible",
		} {
			if got.At(path) != want {
				t.Errorf("%s: %v, want %v", path, got.At(path), want)
			}
		}
		if got.Text("createdAt") == "" || got.Text("createdAt") != got.Text("updatedAt") || strings.Contains(string(got.Body), "Lovelace") {
			t.Errorf("got %s", got.Body)
		}
		log.RequireExactly(t, events.ReviewSaved{
			ReviewID: got.Text("id"), ProductID: s.productID, UserID: s.adaID, Change: "created", Rating: 4, Sum: 4, Count: 1,
		})
		s.requireRating(t, 4, 1)

		s.ada.Do(t, "POST", "/v1/reviews", s.valid(body{"rating": 5})).Require(t, 409, "review_already_exists")
		s.requireRating(t, 4, 1)
	})
}

func TestWriteRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		draft, archived := id.New(), id.New()
		s.Publish(t, productSaved(draft, "draft"), productSaved(archived, "active"), productSaved(archived, "archived"))
		s.API.Do(t, "POST", "/v1/reviews", s.valid()).Require(t, 401, "unauthenticated")
		s.ada.Do(t, "POST", "/v1/reviews", `{"productId":`).Require(t, 400, "malformed_json")
		for _, unknown := range []string{id.New(), draft, archived} {
			s.ada.Do(t, "POST", "/v1/reviews", s.valid(body{"productId": unknown})).Require(t, 404, "product_not_found")
		}
		for _, bad := range []struct {
			changes body
			want    string
		}{
			{body{"productId": "moka"}, "/productId bad_format"},
			{body{"productId": nil}, "/productId wrong_type"},
			{body{"rating": 0}, "/rating out_of_range"},
			{body{"rating": 6}, "/rating out_of_range"},
			{body{"rating": -1}, "/rating out_of_range"},
			{body{"rating": 4.5}, "/rating wrong_type"},
			{body{"rating": "4"}, "/rating wrong_type"},
			{body{"rating": nil}, "/rating wrong_type"},
			{body{"message": ""}, "/message required"},
			{body{"message": " \n\t "}, "/message required"},
			{body{"message": strings.Repeat("ß", 2001)}, "/message too_long"},
			{body{"message": 1}, "/message wrong_type"},
			{body{"status": "visible"}, "/status unexpected_field"},
		} {
			if got := s.ada.Do(t, "POST", "/v1/reviews", s.valid(bad.changes)).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v, want %s", bad.changes, got.Pointers(), bad.want)
			}
		}
		if got := s.ada.Do(t, "POST", "/v1/reviews", body{}).Require(t, 422, "validation_failed"); len(got.Pointers()) != 3 {
			t.Errorf("nothing: %v", got.Pointers())
		}
		s.requireRating(t, 0, 0)
		s.write(t, s.ada, body{"rating": 1, "message": strings.Repeat("ß", 2000)})
	})
}

func TestFirstNames(t *testing.T) {
	t.Parallel()
	for fullName, want := range map[string]string{
		"Ada Lovelace": "Ada", "  Ada ": "Ada", "Lovelace, Ada": "Ada", "Lovelace,": "", "ada.lovelace@example.com": "", "": "",
		"Élodie": "Élodie", "Prof. Dr. Ada Lovelace": "Ada", "Dr.": "",
	} {
		if got := firstName(fullName); got != want {
			t.Errorf("%q: %q, want %q", fullName, got, want)
		}
	}
}

func TestTheAuthorsNameFollowsTheAccount(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.write(t, s.ada)
		s.Publish(t, identity.ProfileChanged{UserID: s.adaID, Locale: "en", Email: "x@example.com", FullName: "Augusta King"})
		s.Publish(t, identity.ProfileChanged{UserID: s.adaID, Locale: "en"}) // blank: erased meanwhile
		if got := s.API.Do(t, "GET", s.ofProduct(), nil); got.Text("data.0.author.displayName") != "Augusta" {
			t.Errorf("got %s", got.Body)
		}
		stranger, _ := s.As(t, auth.RoleCustomer) // of whom nothing was heard yet
		if got := s.write(t, stranger); got.At("author.displayName") != "" {
			t.Errorf("a stranger: %s", got.Body)
		}
	})
}

func TestVerifiedPurchase(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		grace, graceID := s.join(t, "Grace Hopper")
		s.Publish(t, deliveredTo(graceID, s.productID, s.productID), deliveredTo(graceID, s.productID), deliveredTo(s.adaID, id.New()),
			deliveredTo(s.adaID))
		if got := s.write(t, grace); got.At("verifiedPurchase") != true {
			t.Errorf("bought: %s", got.Body)
		}
		if got := s.write(t, s.ada); got.At("verifiedPurchase") != false {
			t.Errorf("bought something else: %s", got.Body)
		}
		s.Publish(t, deliveredTo(s.adaID, s.productID))
		if got := s.ada.Do(t, "GET", "/v1/reviews/mine", nil); got.At("data.0.verifiedPurchase") != true {
			t.Errorf("delivered after it: %s", got.Body)
		}
	})
}

// Red without the UNIQUE of a product's user.
func TestTwoFirstReviewsAtOnceAreOne(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		there := s.ada
		if database.Dialect(s.DB) == database.Postgres {
			there = s.Replica(t).AsUser(t, auth.Principal{UserID: s.adaID, SessionID: id.New(), Role: auth.RoleCustomer})
		}
		log := eventbustest.Record(t, s.DB)
		answers := kit.StatusesAtOnce(t, 10, func(i int) (kit.Answer, error) {
			return []*kit.API{s.ada, there}[i%2].Try("POST", "/v1/reviews", s.valid())
		})
		if answers[201] != 1 || answers[409] != 9 {
			t.Errorf("got %v, want one 201 and nine 409", answers)
		}
		if got := log.Names(); len(got) != 1 {
			t.Errorf("announced %v", got)
		}
		s.requireRating(t, 4, 1)
	})
}

// Red on PostgreSQL without the lock of the product: ratings get lost.
func TestTheRatingIsExactWhenEverythingHappensAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		const authors = 24
		var apis [authors]*kit.API
		var written [authors]kit.Answer
		for i := range authors {
			apis[i], _ = s.As(t, auth.RoleCustomer)
		}
		if got := kit.StatusesAtOnce(t, authors, func(i int) (_ kit.Answer, err error) {
			written[i], err = apis[i].Try("POST", "/v1/reviews", s.valid(body{"rating": i%5 + 1}))
			return written[i], err
		}); got[201] != authors {
			t.Fatalf("written: %v", got)
		}
		if got := kit.StatusesAtOnce(t, authors, func(i int) (kit.Answer, error) {
			switch i % 4 {
			case 0:
				return apis[i].Try("DELETE", own(written[i]), nil)
			case 1:
				return apis[i].Try("PATCH", own(written[i]), body{"rating": 5})
			case 2:
				return s.admin.Try("POST", moderated(written[i], "hide"), body{"reason": "x"})
			default:
				return apis[i].Try("PATCH", own(written[i]), body{"message": "Other."})
			}
		}); got[200] != 18 || got[204] != 6 {
			t.Fatalf("changed: %v", got)
		}
		sum := int64(0)
		for i := range authors {
			switch i % 4 {
			case 1:
				sum += 5
			case 3:
				sum += int64(i%5 + 1)
			}
		}
		s.requireRating(t, sum, 12)
		published := eventbustest.Of[events.ReviewSaved](log)
		if last := published[len(published)-1]; last.Sum != sum || last.Count != 12 {
			t.Errorf("the last event says %+v", last)
		}
	})
}
