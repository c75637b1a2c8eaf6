package reviews

import (
	"encoding/json"
	"strings"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestExport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		if got := s.Exported(t, s.adaID); got != `{"reviews":[],"purchased":[]}` {
			t.Errorf("before: %s", got)
		}
		s.Publish(t, deliveredTo(s.adaID, s.productID))
		r := s.write(t, s.ada)
		if got := s.Exported(t, s.adaID); got != `{"reviews":[`+strings.TrimSuffix(string(r.Body), "}")+`,"hiddenReason":null}],"purchased":["`+
			s.productID+`"]}` {
			t.Errorf("got %s", got)
		}
	})
}

func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		grace, _ := s.join(t, "Grace Hopper")
		another := id.New()
		s.Publish(t, productSaved(another, "active"), deliveredTo(s.adaID, s.productID))
		kept := s.write(t, grace, body{"rating": 2})
		first := s.write(t, s.ada.With("Idempotency-Key", "one"), body{"message": "Ada was here."})
		second := s.write(t, s.ada, body{"productId": another})
		s.admin.With("Idempotency-Key", "two").Do(t, "POST", moderated(second, "hide"), body{"reason": "Ada, please!"}).Require(t, 200)

		log := eventbustest.Record(t, s.DB)
		s.Publish(t, identity.AccountErased{UserID: s.adaID, AddressID: kit.AddressID(s.adaID + "@example.com"), ErasedAt: noon})
		s.Publish(t,
			deliveredTo(s.adaID, s.productID), // late
			identity.ProfileChanged{UserID: s.adaID, Locale: "en", Email: "x@example.com", FullName: "Ada Lovelace"})
		changes := map[string]int{}
		for _, name := range log.Names() {
			changes[name]++
		}
		if changes["reviews.review_saved.v1"] != 2 {
			t.Errorf("announced %v", changes)
		}
		s.requireRating(t, 2, 1)
		if got := s.Exported(t, s.adaID); got != `{"reviews":[],"purchased":[]}` {
			t.Errorf("export after it: %s", got)
		}
		if got := ids(t, s.admin, "/v1/admin/reviews"); len(got) != 1 || got[0] != kept.Text("id") {
			t.Errorf("left are %v, and not of %s", got, first.Text("id"))
		}
		s.ada.Do(t, "POST", "/v1/reviews", s.valid()).Require(t, 401, "unauthenticated")

		for _, table := range []string{"reviews_authors", "reviews_reviews", "reviews_purchases"} {
			var rows []map[string]any
			if err := s.DB.Table(table).Find(&rows).Error; err != nil {
				t.Fatal(err)
			}
			s.requireNothingOfAda(t, table, rows)
		}
		var answers int64
		if err := s.DB.Table("http_answers").Count(&answers).Error; err != nil || answers != 0 {
			t.Errorf("%d answers are still stored, %v", answers, err)
		}
		saved, _, err := eventbus.ListLog(t.Context(), s.DB, eventbus.LogFilter{Name: "reviews.review_saved.v1"}, 20, 0)
		if err != nil || len(saved) != 6 {
			t.Fatalf("%d events, %v", len(saved), err)
		}
		s.requireNothingOfAda(t, "the log", saved)
	})
}

func (s *setup) requireNothingOfAda(t *testing.T, where string, held any) {
	t.Helper()
	raw, err := json.Marshal(held)
	if err != nil {
		t.Fatal(err)
	}
	for _, personal := range []string{"Ada", "Lovelace", "please"} {
		if strings.Contains(string(raw), personal) {
			t.Errorf("%q is still in %s: %s", personal, where, raw)
		}
	}
}
