package ordering

import (
	"fmt"
	"sync"
	"testing"

	identity "orderd/modules/identity/events"
	recipients "orderd/modules/recipients/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestExport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 100)
		ada, grace := s.customer(t), s.customer(t)
		exported := func(c customer) string {
			t.Helper()
			all, err := s.Module.Export(t.Context(), s.DB, c.ID)
			if err != nil {
				t.Fatal(err)
			}
			return quoted(all)
		}
		if got := exported(ada); got != `{"cart":null,"orders":[],"tracking":[],"returns":[],"withdrawals":[]}` {
			t.Errorf("nothing: %s", got)
		}
		put(t, ada.API, it, 1)
		put(t, grace.API, it, 1)
		first := postCheckout(t, ada.API, method).Require(t, 201)
		put(t, ada.API, it, 2)
		second := postCheckout(t, ada.API, method).Require(t, 201)
		cart := put(t, ada.API, it, 3)
		tracking := func(order kit.Answer) []byte {
			t.Helper()
			return ada.Do(t, "GET", "/v1/orders/"+order.Text("id")+"/tracking", nil).Require(t, 200).Body
		}
		if got, want := exported(ada), fmt.Sprintf(`{"cart":%s,"orders":[%s,%s],"tracking":[%s,%s],"returns":[],"withdrawals":[]}`,
			cart.Body, first.Body, second.Body, tracking(first), tracking(second)); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	})
}

func TestErasureOfABuyer(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1000, 100)
		ada, grace := s.customer(t), s.customer(t)
		saved := recipients.RecipientSaved{
			RecipientID: id.New(), UserID: ada.ID, FullName: "Charles Babbage", Phone: "+44 1", Address: "1 Dorset Street", Country: "GB",
		}
		moved := identity.AddressSaved{
			UserID: ada.ID, AddressID: id.New(), FullName: "Ada King", Line1: "St James's Square", City: "London", PostalCode: "SW1", Country: "GB",
		}
		s.Publish(t, saved, moved)
		s.voucher(t, ada.ID, 500)
		put(t, ada.API, it, 1)
		put(t, grace.API, it, 1)
		s.Publish(t, identity.AccountErased{UserID: ada.ID, AddressID: kit.AddressID(ada.Email), ErasedAt: s.Clock.Now()})
		s.requireForgotten(t, ada.Email, "Ada King", "James's Square", "Babbage", "Dorset")
		for _, left := range []any{row[cart](t, s, "user_id", ada.ID), row[voucher](t, s, "user_id", ada.ID),
			row[address](t, s, "user_id", ada.ID), row[recipient](t, s, "user_id", ada.ID)} {
			if text := quoted(left); text != "null" {
				t.Errorf("left: %s", text)
			}
		}

		// What comes late brings nothing back.
		s.Publish(t, saved, identity.ProfileChanged{UserID: ada.ID, Locale: "en", Email: ada.Email, FullName: "Ada King"})
		if b := row[buyer](t, s, "user_id", ada.ID); !b.Erased || b.Email != "" || row[recipient](t, s, "id", saved.RecipientID) != nil {
			t.Errorf("back to life: %+v", b)
		}
		if got := grace.Do(t, "GET", "/v1/cart", nil).Require(t, 200); got.Number("itemCount") != 1 {
			t.Errorf("another's cart: %s", got.Body)
		}
	})
}

// TestErasureDuringACheckout: whichever comes first, nothing personal stays but where an open order
// goes.
func TestErasureDuringACheckout(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 1000)
		placedOnes := 0
		for i := range 20 {
			c := s.crowd(t, 1, nil, it)[0]
			name := fmt.Sprintf("Nobody-%d-%s", i, c.ID)
			if err := s.DB.Model(&buyer{}).Where("user_id = ?", c.ID).
				Updates(map[string]any{"full_name": name, "email": name + "@example.com"}).Error; err != nil {
				t.Fatal(err)
			}
			c.API = s.AsUser(t, auth.Principal{UserID: c.ID, SessionID: id.New(), Role: auth.RoleCustomer}).With("Idempotency-Key", "k")
			var all sync.WaitGroup
			all.Go(func() {
				got, err := tryCheckout(c.API, method)
				switch {
				case err != nil:
					t.Error(err)
				case got.Status == 201:
					placedOnes++
				case got.Text("code") != "cart_empty" && got.Status != 401:
					t.Errorf("%d %s", got.Status, got.Body)
				}
			})
			all.Go(func() {
				if err := s.Announce(t.Context(), identity.AccountErased{UserID: c.ID, AddressID: id.New(), ErasedAt: s.Clock.Now()}); err != nil {
					t.Error(err)
				}
			})
			all.Wait()
			s.requireForgotten(t, name)
		}
		t.Logf("%d of 20 were placed", placedOnes)
	})
}
