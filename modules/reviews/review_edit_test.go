package reviews

import (
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/modules/reviews/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// saved is the announcement of a change of a review by Ada.
func (s *setup) saved(r kit.Answer, change events.ReviewChange, rating int, sum, count int64, reason *string) eventbus.Event {
	return events.ReviewSaved{
		ReviewID: r.Text("id"), ProductID: s.productID, UserID: s.adaID, Change: change, Rating: rating, Sum: sum, Count: count, Reason: reason,
	}
}

func TestGet(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := s.write(t, s.ada)
		s.admin.Do(t, "POST", "/v1/admin/reviews/"+r.Text("id")+"/hide", body{"reason": "x"}).Require(t, 200)
		got := s.ada.Do(t, "GET", r.Header.Get("Location"), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"id": r.Text("id"), "status": "hidden", "author.displayName": "Ada"})
		s.API.Do(t, "GET", own(r), nil).Require(t, 401, "unauthenticated")
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "GET", own(r), nil).Require(t, 404, "not_found")
		s.admin.Do(t, "GET", own(r), nil).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.ada.Do(t, "GET", "/v1/reviews/"+unknown, nil).Require(t, 404, "not_found")
		}
	})
}

func TestEdit(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := s.write(t, s.ada)
		s.API.Do(t, "PATCH", own(r), body{"rating": 5}).Require(t, 401, "unauthenticated")
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "PATCH", own(r), body{"rating": 5}).Require(t, 404, "not_found")
		s.admin.Do(t, "PATCH", own(r), body{"rating": 5}).Require(t, 404, "not_found")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.ada.Do(t, "PATCH", "/v1/reviews/"+unknown, body{"rating": 5}).Require(t, 404, "not_found")
		}
		for _, bad := range []struct {
			b    body
			want string
		}{
			{body{"rating": 6}, "/rating out_of_range"}, {body{"rating": 4.5}, "/rating wrong_type"}, {body{"rating": nil}, "/rating wrong_type"},
			{body{"message": " "}, "/message too_short"}, {body{"message": nil}, "/message wrong_type"},
			{body{"message": strings.Repeat("x", 2001)}, "/message too_long"}, {body{"productId": id.New()}, "/productId unexpected_field"},
		} {
			if got := s.ada.Do(t, "PATCH", own(r), bad.b).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v, want %s", bad.b, got.Pointers(), bad.want)
			}
		}

		log := eventbustest.Record(t, s.DB)
		s.Clock.Advance(time.Minute)
		for _, nothing := range []body{{}, {"rating": 4}, {"rating": 4, "message": " Sturdy. "}} {
			if got := s.ada.Do(t, "PATCH", own(r), nothing).Require(t, 200); string(got.Body) != string(r.Body) {
				t.Errorf("%v: %s", nothing, got.Body)
			}
		}
		got := s.ada.Do(t, "PATCH", own(r), body{"rating": 2.0, "message": "It leaks."}).Require(t, 200)
		got.RequireFields(t, kit.Fields{"rating": 2, "message": "It leaks.", "createdAt": r.Text("createdAt")})
		if got.Text("updatedAt") <= r.Text("updatedAt") {
			t.Errorf("got %s", got.Body)
		}
		log.RequireExactly(t, s.saved(r, "changed", 2, 2, 1, nil))
		s.requireRating(t, 2, 1)
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := s.write(t, s.ada)
		s.API.Do(t, "DELETE", own(r), nil).Require(t, 401, "unauthenticated")
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "DELETE", own(r), nil).Require(t, 404, "not_found")
		s.ada.Do(t, "DELETE", "/v1/reviews/no-id", nil).Require(t, 404, "not_found")

		log := eventbustest.Record(t, s.DB)
		if got := kit.StatusesAtOnce(t, 10, func(int) (kit.Answer, error) {
			return s.ada.Try("DELETE", own(r), nil)
		}); got[204] != 1 || got[404] != 9 {
			t.Errorf("got %v, want one 204 and nine 404", got)
		}
		log.RequireExactly(t, s.saved(r, "deleted", 4, 0, 0, nil))
		s.requireRating(t, 0, 0)
		if again := s.write(t, s.ada); again.Text("id") == r.Text("id") {
			t.Errorf("written again: %s", again.Body)
		}
	})
}

func TestHideAndShow(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := s.write(t, s.ada)
		for command, valid := range map[string]any{"hide": body{"reason": "x"}, "show": nil} {
			s.API.Do(t, "POST", moderated(r, command), valid).Require(t, 401, "unauthenticated")
			s.ada.Do(t, "POST", moderated(r, command), valid).Require(t, 403, "forbidden")
			for _, unknown := range []string{id.New(), "no-id"} {
				s.admin.Do(t, "POST", "/v1/admin/reviews/"+unknown+"/"+command, valid).Require(t, 404, "not_found")
			}
		}
		for _, bad := range []struct {
			b    any
			want string
		}{
			{body{}, "/reason required"}, {body{"reason": nil}, "/reason wrong_type"}, {body{"reason": " "}, "/reason required"},
			{body{"reason": strings.Repeat("x", 2001)}, "/reason too_long"},
		} {
			if got := s.admin.Do(t, "POST", moderated(r, "hide"), bad.b).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v, want %s", bad.b, got.Pointers(), bad.want)
			}
		}

		log := eventbustest.Record(t, s.DB)
		if got := s.admin.Do(t, "POST", moderated(r, "show"), nil).
			Require(t, 200); !strings.HasPrefix(string(got.Body), strings.TrimSuffix(string(r.Body), "}")+`,"productName":"Moka",`) {
			t.Errorf("shown, which it was: %s", got.Body)
		}
		reason, again := "It is about another product.", "Another reason."
		first := s.admin.Do(t, "POST", moderated(r, "hide"), body{"reason": " " + reason + " "}).Require(t, 200)
		second := s.admin.Do(t, "POST", moderated(r, "hide"), body{"reason": again}).Require(t, 200)
		if first.Text("status") != "hidden" || string(second.Body) != string(first.Body) {
			t.Errorf("hidden: %s, then %s", first.Body, second.Body)
		}
		s.requireRating(t, 0, 0)
		if got := ids(t, s.API, s.ofProduct()); len(got) != 0 {
			t.Errorf("the public sees %v", got)
		}
		if got := ids(t, s.ada, "/v1/reviews/mine"); !slices.Equal(got, []string{r.Text("id")}) {
			t.Errorf("its author sees %v", got)
		}
		s.ada.Do(t, "POST", "/v1/reviews", s.valid()).Require(t, 409, "review_already_exists")
		if got := s.ada.Do(t, "PATCH", own(r), body{"rating": 5}).Require(t, 200); got.Text("status") != "hidden" {
			t.Errorf("changed: %s", got.Body)
		}
		s.requireRating(t, 0, 0)
		s.admin.Do(t, "POST", moderated(r, "show"), nil).Require(t, 200).RequireFields(t, kit.Fields{"status": "visible", "rating": 5})
		s.requireRating(t, 5, 1)
		log.RequireExactly(t, s.saved(r, "hidden", 4, 0, 0, &reason), s.saved(r, "changed", 5, 0, 0, nil), s.saved(r, "shown", 5, 5, 1, nil))
	})
}

func TestHidingAtOnceHidesOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		r := s.write(t, s.ada)
		log := eventbustest.Record(t, s.DB)
		if got := kit.StatusesAtOnce(t, 10, func(int) (kit.Answer, error) {
			return s.admin.Try("POST", moderated(r, "hide"), body{"reason": "x"})
		}); got[200] != 10 {
			t.Errorf("got %v", got)
		}
		if got := log.Names(); len(got) != 1 {
			t.Errorf("announced %v", got)
		}
		s.requireRating(t, 0, 0)
	})
}
