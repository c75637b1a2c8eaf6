package reviews

import (
	"slices"
	"testing"
	"time"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

const nothing = `{"data":[],"meta":{"total":0,"page":1,"limit":20,"totalPages":0}}`

func TestListsWithoutReviews(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for path, api := range map[string]*kit.API{s.ofProduct(): s.API, "/v1/reviews/mine": s.ada, "/v1/admin/reviews": s.admin} {
			if got := api.Do(t, "GET", path, nil).Require(t, 200); string(got.Body) != nothing {
				t.Errorf("%s: %s", path, got.Body)
			}
		}
		s.API.Do(t, "GET", "/v1/reviews/mine", nil).Require(t, 401, "unauthenticated")
		s.API.Do(t, "GET", "/v1/admin/reviews", nil).Require(t, 401, "unauthenticated")
		s.ada.Do(t, "GET", "/v1/admin/reviews?limit=0", nil).Require(t, 403, "forbidden")
		draft := id.New()
		s.Publish(t, productSaved(draft, "draft"))
		for _, unknown := range []string{id.New(), draft, "no-id"} {
			s.API.Do(t, "GET", "/v1/products/"+unknown+"/reviews", nil).Require(t, 404, "not_found")
		}
		for path, want := range map[string]string{
			s.ofProduct() + "?sort=oldest": "?sort not_allowed", s.ofProduct() + "?limit=101": "?limit out_of_range",
			"/v1/reviews/mine?page=0": "?page out_of_range", "/v1/admin/reviews?status=new": "?status not_allowed",
		} {
			if got := s.admin.Do(t, "GET", path, nil).Require(t, 422, "validation_failed"); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%s: %v, want %s", path, got.Pointers(), want)
			}
		}
	})
}

func TestLists(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		another := id.New()
		s.Publish(t, catalog.ProductSaved{ProductID: another, Slug: "other", Name: "Other", Status: "active", TaxClass: "standard"})
		var r []string
		for _, rating := range []int{3, 5, 1, 5} {
			author, _ := s.As(t, auth.RoleCustomer)
			r = append(r, s.write(t, author, body{"rating": rating}).Text("id"))
			s.Clock.Advance(time.Second)
		}
		r = append(r, s.write(t, s.ada, body{"productId": another}).Text("id"))
		s.admin.Do(t, "POST", "/v1/admin/reviews/"+r[2]+"/hide", body{"reason": "x"}).Require(t, 200)

		for _, row := range []struct {
			api  *kit.API
			path string
			want []string
		}{
			{s.API, s.ofProduct(), []string{r[3], r[1], r[0]}},
			{s.API, s.ofProduct() + "?sort=newest&limit=2&page=2", []string{r[0]}},
			{s.API, s.ofProduct() + "?sort=-rating", []string{r[3], r[1], r[0]}},
			{s.API, s.ofProduct() + "?sort=rating", []string{r[0], r[3], r[1]}},
			{s.API, s.ofProduct() + "?page=9", nil},
			{s.API, "/v1/products/moka/reviews", []string{r[3], r[1], r[0]}},
			{s.ada, "/v1/reviews/mine", []string{r[4]}},
			{s.admin, "/v1/reviews/mine", nil},
			{s.admin, "/v1/admin/reviews", []string{r[4], r[3], r[2], r[1], r[0]}},
			{s.admin, "/v1/admin/reviews?status=visible&limit=3", []string{r[4], r[3], r[1]}},
			{s.admin, "/v1/admin/reviews?status=hidden", []string{r[2]}},
		} {
			if got := ids(t, row.api, row.path); !slices.Equal(got, row.want) {
				t.Errorf("%s: %v, want %v", row.path, got, row.want)
			}
		}
		s.API.Do(t, "GET", s.ofProduct()+"?limit=2", nil).RequireFields(t, kit.Fields{"meta.total": 3, "meta.totalPages": 2})
		// A slug that another product has taken over finds that product.
		s.Publish(t, catalog.ProductSaved{ProductID: s.productID, Slug: "moka-pot", Name: "Moka", Status: "active", TaxClass: "standard"})
		s.Publish(t, productSaved(another, "active"))
		if got := ids(t, s.API, "/v1/products/moka/reviews"); !slices.Equal(got, r[4:]) {
			t.Errorf("the reviews of the slug's new product: %v, want %v", got, r[4:])
		}
		s.Publish(t, productSaved(s.productID, "archived"))
		s.API.Do(t, "GET", s.ofProduct(), nil).Require(t, 404, "not_found")
	})
}

// A former slug of a product names it, until another product takes it, on sale or not.
func TestReviewsByAFormerSlug(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.write(t, s.ada, body{})
		saved := func(productID, slug string, status catalog.ProductStatus) {
			t.Helper()
			s.Publish(t, catalog.ProductSaved{ProductID: productID, Slug: slug, Name: "Moka", Status: status, TaxClass: "standard"})
		}
		bySlug := func(slug string) kit.Answer {
			t.Helper()
			return s.API.Do(t, "GET", "/v1/products/"+slug+"/reviews", nil)
		}
		saved(s.productID, "moka-pot", "active")
		saved(s.productID, "moka-jug", "active")
		for _, slug := range []string{"moka", "moka-pot", "moka-jug"} {
			bySlug(slug).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})
		}
		another := id.New()
		saved(another, "moka", "active")
		bySlug("moka").Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		saved(another, "moka", "archived")
		bySlug("moka").Require(t, 404, "not_found")
		saved(another, "cup", "active")
		bySlug("moka").Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		saved(s.productID, "moka-jug", "draft")
		bySlug("moka-pot").Require(t, 404, "not_found")
	})
}
