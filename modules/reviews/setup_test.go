package reviews

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"go.uber.org/goleak"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// body is the body of a request.
type body = map[string]any

func build(p moduletest.Deps) module.Module { return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log}) }

// setup is the module alone, with a product, an author called Ada and an admin.
type setup struct {
	*moduletest.Runner
	productID string
	ada       *kit.API
	adaID     string
	admin     *kit.API
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) { test(t, newSetup(t, r)) })
}

func newSetup(t *testing.T, r *moduletest.Runner) *setup {
	t.Helper()
	s := &setup{Runner: r, productID: id.New()}
	s.ada, s.adaID = s.join(t, "Ada Lovelace")
	s.admin, _ = r.As(t, auth.RoleAdmin)
	r.Publish(t, productSaved(s.productID, "active"))
	return s
}

// join makes an account known.
func (s *setup) join(t *testing.T, fullName string) (*kit.API, string) {
	t.Helper()
	api, userID := s.As(t, auth.RoleCustomer)
	s.Publish(t, identity.AccountCreated{
		UserID: userID, Origin: identity.OriginRegistration, Role: identity.RoleCustomer, AccountType: identity.RetailAccount, Locale: "en",
		CreatedAt: noon, Email: userID + "@example.com", FullName: fullName,
	})
	return api, userID
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func productSaved(productID string, status catalog.ProductStatus) catalog.ProductSaved {
	return catalog.ProductSaved{ProductID: productID, Slug: "moka", Name: "Moka", Status: status, TaxClass: "standard"}
}

func deliveredTo(userID string, productIDs ...string) ordering.OrderDelivered {
	e := ordering.OrderDelivered{
		Order: ordering.Order{OrderID: id.New(), UserID: userID}, ShipmentID: id.New(), Complete: true, DeliveredAt: noon,
	}
	for _, p := range productIDs {
		e.Items = append(e.Items, ordering.ShipmentItem{OrderItemID: id.New(), ProductID: p, Name: "Moka", Quantity: 1})
	}
	return e
}

// valid is a review of the product that is accepted, with changes.
func (s *setup) valid(changes ...body) body {
	b := body{"productId": s.productID, "rating": 4, "message": "Sturdy."}
	for _, c := range changes {
		maps.Copy(b, c)
	}
	return b
}

// write reviews the product.
func (s *setup) write(t *testing.T, api *kit.API, changes ...body) kit.Answer {
	t.Helper()
	return api.Do(t, "POST", "/v1/reviews", s.valid(changes...)).Require(t, 201)
}

func own(review kit.Answer) string { return "/v1/reviews/" + review.Text("id") }

func moderated(review kit.Answer, command string) string {
	return "/v1/admin/reviews/" + review.Text("id") + "/" + command
}

func (s *setup) ofProduct() string { return "/v1/products/" + s.productID + "/reviews" }

// requireRating checks the product's rating against want and against its visible reviews.
func (s *setup) requireRating(t *testing.T, sum, count int64) {
	t.Helper()
	var p product
	if err := s.DB.Where("id = ?", s.productID).Take(&p).Error; err != nil {
		t.Fatal(err)
	}
	var is struct{ Sum, Count int64 }
	if err := s.DB.Raw(`SELECT COALESCE(sum(rating), 0) AS sum, count(*) AS count FROM reviews_reviews WHERE product_id = ?
		AND status = 'visible'`, s.productID).Scan(&is).Error; err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(p.RatingSum, p.RatingCount, is.Sum, is.Count); got != fmt.Sprint(sum, count, sum, count) {
		t.Errorf("rating and reviews are %s, want %d of %d", got, sum, count)
	}
}

// ids are those of the reviews that a list shows.
func ids(t *testing.T, api *kit.API, path string) (found []string) {
	t.Helper()
	var page struct{ Data []struct{ ID string } }
	api.Do(t, "GET", path, nil).Require(t, 200).Decode(t, &page)
	for _, r := range page.Data {
		found = append(found, r.ID)
	}
	return found
}
