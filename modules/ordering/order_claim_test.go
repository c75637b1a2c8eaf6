package ordering

import (
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// account is a customer with this email, who has proved it.
func (s *setup) account(t *testing.T, email string) (*kit.API, string) {
	t.Helper()
	c := s.customer(t)
	s.Publish(t, identity.EmailVerified{UserID: c.ID, Locale: "en", VerifiedAt: s.Clock.Now(), Email: email, FullName: "Ada Lovelace"})
	return s.AsUser(t, auth.Principal{UserID: c.ID, SessionID: id.New(), Role: auth.RoleCustomer, Email: email}), c.ID
}

// deliverPaid brings a guest's order to its end.
func (s *setup) deliverPaid(t *testing.T, orderID string) {
	t.Helper()
	for _, command := range []struct {
		path string
		body any
	}{{"/mark-paid", nil}, {"/process", nil}, {"/ship", body{"carrier": "DHL", "trackingNumber": "1"}}, {"/deliver", nil}} {
		s.admin.Do(t, "POST", "/v1/admin/orders/"+orderID+command.path, command.body).Require(t, 200)
	}
}

// Who proves an email gets the orders that were made with it, with what they have earned; the
// tokens end.
func TestVerifiedEmailClaimsOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		g := s.guestWith(t, "ada@example.com", moka)
		made := g.checkout(s, t).Require(t, 201)
		s.deliverPaid(t, made.Text("id"))
		open := s.guestWith(t, "ADA@example.com", moka).checkout(s, t).Require(t, 201)
		bobs := s.guestWith(t, "bob@example.com", moka).checkout(s, t).Require(t, 201)
		token := s.withToken(t, made)
		log := eventbustest.Record(t, s.DB)
		ada, adaID := s.account(t, "Ada@example.com")

		claimed := eventbustest.Of[events.OrderClaimed](log)
		if len(claimed) != 2 || claimed[0].OrderID != made.Text("id") || claimed[0].UserID != adaID || claimed[0].Guest ||
			claimed[0].GuestID != made.Text("customer.id") ||
			!claimed[0].Earned || claimed[0].Goods != 1999 || len(claimed[0].Items) != 1 || claimed[1].Earned || len(claimed[1].Items) != 0 {
			t.Errorf("%+v", claimed)
		}
		if list := ada.Do(t, "GET", "/v1/orders", nil).Require(t, 200); list.Number("meta.total") != 2 ||
			list.At("data.0.customer.guest") != false {
			t.Errorf("%s", list.Body)
		}
		token.Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 404, "not_found")
		g.checkout(s, t).Require(t, 422, "validation_failed") // the cart's token repeats it no more
		s.withToken(t, bobs).Do(t, "GET", "/v1/orders/"+bobs.Text("id"), nil).Require(t, 200)
		ada.With("X-Order-Token", made.Header.Get("X-Order-Token")).Do(t, "POST", "/v1/orders/"+open.Text("id")+"/cancel", nil).Require(t, 200)
		if again := ada.Do(t, "POST", "/v1/orders/claim", nil).Require(t, 200); again.Number("claimed") != 0 {
			t.Errorf("%s", again.Body)
		}
	})
}

// Whose address has changed gets the orders that guests made with the new one, and no others; an
// event whose address was erased claims none.
func TestChangedEmailClaimsOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		made := s.guestWith(t, "ada@example.org", moka).checkout(s, t).Require(t, 201)
		bobs := s.guestWith(t, "bob@example.com", moka).checkout(s, t).Require(t, 201)
		ada, adaID := s.account(t, "ada@example.com")
		log := eventbustest.Record(t, s.DB)
		changed := identity.EmailChanged{UserID: adaID, ChangeID: id.New(), Locale: "en", ChangedAt: s.Clock.Now()}
		s.Publish(t, changed)
		if claimed := eventbustest.Of[events.OrderClaimed](log); len(claimed) != 0 {
			t.Errorf("without an address: %+v", claimed)
		}
		changed.Email, changed.FormerEmail, changed.FullName = "ada@example.org", "ada@example.com", "Ada Lovelace"
		s.Publish(t, changed)
		if claimed := eventbustest.Of[events.OrderClaimed](log); len(claimed) != 1 || claimed[0].OrderID != made.Text("id") ||
			claimed[0].UserID != adaID {
			t.Errorf("%+v", claimed)
		}
		ada.Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 200)
		s.withToken(t, made).Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 404, "not_found")
		s.withToken(t, bobs).Do(t, "GET", "/v1/orders/"+bobs.Text("id"), nil).Require(t, 200)
	})
}

func TestClaim(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		ada, adaID := s.account(t, "ada@example.com")
		made := s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201)
		s.API.Do(t, "POST", "/v1/orders/claim", nil).Require(t, 401, "unauthenticated")
		s.withToken(t, made).Do(t, "POST", "/v1/orders/claim", nil).Require(t, 401, "unauthenticated")
		stranger, _ := s.account(t, "bob@example.com")
		if got := stranger.Do(t, "POST", "/v1/orders/claim", nil).Require(t, 200); got.Number("claimed") != 0 {
			t.Errorf("%s", got.Body)
		}
		log := eventbustest.Record(t, s.DB)
		claimed := kit.AtOnce(20, func(int) int {
			got, err := kit.Patiently(func() (kit.Answer, error) { return ada.Try("POST", "/v1/orders/claim", nil) })
			if err != nil || got.Status != 200 {
				t.Errorf("%d %v", got.Status, err)
			}
			return int(got.Number("claimed"))
		})
		if claimed[1] != 1 || claimed[0] != 19 || len(eventbustest.Of[events.OrderClaimed](log)) != 1 {
			t.Errorf("%v", claimed)
		}
		ada.Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 200)

		last := s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201)
		s.Publish(t, identity.AccountErased{UserID: adaID, AddressID: id.New(), ErasedAt: s.Clock.Now()})
		ada.Do(t, "POST", "/v1/orders/claim", nil).Require(t, 401, "unauthenticated")
		s.Publish(t, identity.EmailVerified{UserID: adaID, Locale: "en", VerifiedAt: s.Clock.Now(), Email: "ada@example.com", FullName: "Ada"})
		s.withToken(t, last).Do(t, "GET", "/v1/orders/"+last.Text("id"), nil).Require(t, 200)
	})
}
