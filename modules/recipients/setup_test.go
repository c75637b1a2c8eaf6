package recipients

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/modules/recipients/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const path = "/v1/customers"

func build(p moduletest.Deps) module.Module { return New(Deps{DB: p.DB}) }

// setup is the module alone, with a buyer.
type setup struct {
	*moduletest.Runner
	buyer   *kit.API
	buyerID string
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.buyer, s.buyerID = r.As(t, auth.RoleCustomer)
		test(t, s)
	})
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// placed is the event of an order for another person.
func placed(userID, name, phone, address string, at time.Time) ordering.OrderPlaced {
	recipientID := events.RecipientID(userID, name, phone)
	return ordering.OrderPlaced{
		Order: ordering.Order{
			OrderID: id.New(), Number: "ORD-4071826651", UserID: userID, Locale: "en", Email: "ada@example.com", FullName: "Ada Lovelace",
		},
		PlacedAt: at, Recipient: "other", RecipientID: &recipientID,
		ShipToName: name, ShipToPhone: &phone, ShipToAddress: address, ShipToCountry: "US",
	}
}

func erasedNow(userID string) identity.AccountErased {
	return identity.AccountErased{UserID: userID, AddressID: kit.AddressID("ada@example.com"), ErasedAt: noon}
}

// names are those of the caller's recipients, in the order of the list.
func names(t *testing.T, api *kit.API, query string) (found []string) {
	t.Helper()
	var page struct{ Data []struct{ FullName string } }
	api.Do(t, "GET", path+query, nil).Require(t, 200).Decode(t, &page)
	for _, r := range page.Data {
		found = append(found, r.FullName)
	}
	return found
}
