package ordering

import (
	"net/url"
	"slices"
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/clock"
	"orderd/platform/id"
	"orderd/test/kit"
)

// requireOrders wants the numbers of the orders that staff find by each text, the newest first.
func (s *setup) requireOrders(t *testing.T, texts map[string][]string) {
	t.Helper()
	for text, want := range texts {
		if got := orderNumbersOf(t, s.admin.Do(t, "GET", "/v1/admin/orders?q="+url.QueryEscape(text), nil)); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
}

// Staff find an order by its number, its buyer, where it goes, its articles and its parcels: parts
// of words, in any spelling, with typing errors; by another address after a change of it, and by
// nothing personal after the buyer's erasure.
func TestFindOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		s.Publish(t, identity.ProfileChanged{UserID: c.ID, Locale: "de", Email: c.Email, FullName: "Ayşe Öztürk"})
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		other := s.place(t, s.customer(t), payByInvoice, s.mokaAndCup(t))
		mine, both := []string{o.Number}, []string{other.Number, o.Number}
		sku := row[orderItem](t, s, "order_id", o.OrderID).SKU
		s.requireOrders(t, map[string][]string{
			o.Number: mine, o.Number[6:]: mine, "#" + o.Number: nil, c.Email: mine, c.Email[3:20]: mine, "Öztürk": mine, "ozturk": mine,
			"oeztuerk": mine, "oztur": mine,
			"ayse": mine, "oztruk": mine, "ÖZTÜRK ayşe": mine, "ayse lovelace moka": mine, "lovelace": both, "Lovlace": both, "unter den lind": both,
			"10117":         both,
			"030/123 45 67": both, "+49 30 1234567": both, "1234567": both, "moka": both, "mokka": both, sku: mine, sku[2:]: mine,
			"ayse nothing": nil, "xyzzy": nil,
		})
		s.admin.Do(t, "PATCH", o.adminPath("/ship-to"), torstrasse).Require(t, 200)
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", body{"carrier": "DHL", "trackingNumber": "JJD-0034056/X", "items": []body{o.units(0, 1)}})
		s.requireOrders(t, map[string][]string{
			// It is still billed to Unter den Linden.
			"torstrasse 12": mine, "Torstr": mine, "hopper": mine, "unter den linden ayse": mine,
			"jjd-0034056/x": mine, "0034056": mine,
			"jjd-0034156": nil,
		})
		for query, want := range map[string][]string{
			"q=moka&sort=placedAt": {o.Number, other.Number}, "q=moka&limit=1&page=2": {o.Number}, "q=moka&page=3": nil,
			"q=moka&status=processing": mine,
			"q=0034056&status=placed":  nil, "q=moka&customerId=" + c.ID: mine, "q=mokka&customerId=" + id.New(): nil,
		} {
			if got := orderNumbersOf(t, s.admin.Do(t, "GET", "/v1/admin/orders?"+query, nil)); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		if rows := exported(t, s.admin, "?q=oeztuerk"); len(rows) != 2 {
			t.Errorf("exported %v", rows)
		}
		if rows := exported(t, s.admin, "?q=0034056"); len(rows) != 2 {
			t.Errorf("exported %v", rows)
		}

		s.Publish(t, identity.AccountErased{UserID: c.ID})
		s.requireOrders(t, map[string][]string{o.Number: mine, "ozturk": nil, "hopper": nil, "torstr": nil, c.Email: nil, "0034056": mine})
	})
}

// The texts of orders of an older version are written anew before they are indexed; those of an
// erased buyer without what is personal.
func TestRefreshSearchTexts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o, erased := s.place(t, c, payByInvoice, s.mokaAndCup(t)), s.place(t, s.customer(t), payByInvoice, s.mokaAndCup(t))
		want := row[order](t, s, "id", o.OrderID).Search
		s.Publish(t, identity.AccountErased{UserID: erased.UserID})
		if err := s.DB.Exec("UPDATE ordering_orders SET search = 'older'").Error; err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := orderIndex.Refresh(t.Context(), s.DB, []string{o.OrderID, erased.OrderID, id.New()}); err != nil {
				t.Fatal(err)
			}
			if got := row[order](t, s, "id", o.OrderID).Search; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		s.requireOrders(t, map[string][]string{"lovelace": {o.Number}, erased.Number: {erased.Number}, "moka": {erased.Number, o.Number}})
	})
}

// The erasure of a buyer takes the words out of the index, too.
func TestErasureReachesTheIndex(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			s := busyShop(t, dialect, 4000, 1)
			const buyer = "00000000-0004-7000-8000-000000000001"
			if err := s.DB.Exec("UPDATE ordering_orders SET ship_to_name = 'Zyxwv', search = 'x' WHERE user_id = ?", buyer).Error; err != nil {
				t.Fatal(err)
			}
			job := orderIndex.Job(s.DB, clock.System())
			postings := func() (n int64) {
				if err := job.Do(t.Context()); err != nil {
					t.Fatal(err)
				}
				if err := s.DB.Table("search_postings").Where("gram = ?", 'z'<<14|'y'<<7|'x').Count(&n).Error; err != nil {
					t.Fatal(err)
				}
				return n
			}
			if n := postings(); n != 1 {
				t.Fatalf("%d postings of the name", n)
			}
			s.Publish(t, identity.AccountErased{UserID: buyer})
			if n := postings(); n != 0 {
				t.Error("the index keeps the erased name")
			}
		})
	}
}
