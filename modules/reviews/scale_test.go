package reviews

import (
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// Lists of 100 000 reviews, 10 of each product and of each author, take about as long as those of
// 100.
func TestListsAtScale(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			small, large := reviewed(t, dialect, 100), reviewed(t, dialect, 100_000)
			for _, list := range []string{"", "?sort=rating", "?sort=-rating"} {
				get := func(s *setup) func() {
					return func() { s.API.Do(t, "GET", "/v1/products/"+s.productID+"/reviews"+list, nil).Require(t, 200) }
				}
				kit.RequireScale(t, "a product's reviews"+list, get(small), get(large))
			}
			mine := func(s *setup) func() {
				return func() { s.ada.Do(t, "GET", "/v1/reviews/mine", nil).Require(t, 200) }
			}
			kit.RequireScale(t, "one's own", mine(small), mine(large))
			for _, list := range []string{"", "?status=hidden", "?status=visible"} {
				all := func(s *setup) func() {
					return func() { s.admin.Do(t, "GET", "/v1/admin/reviews"+list, nil).Require(t, 200) }
				}
				kit.RequireScale(t, "all reviews"+list, all(small), all(large))
			}
		})
	}
}

// reviewed is a setup with n reviews; the product and Ada have 10 of them. A tenth is hidden.
func reviewed(t *testing.T, dialect string, n int) *setup {
	t.Helper()
	s := newSetup(t, moduletest.On(t, dialect, build))
	const each = 10
	authors, products := []author{{UserID: s.adaID}}, []product{{ID: s.productID, Active: true}}
	for len(authors) < n/each {
		authors = append(authors, author{UserID: id.New(), DisplayName: "Grace"})
		products = append(products, product{ID: id.New(), Active: true})
	}
	var reviews []review
	for i := range n {
		r := newReview(products[(i/each+i%each)%len(products)].ID, authors[i/each].UserID, 1+i%5, "Sturdy.", noon)
		if i%10 == 0 {
			r.Status = reviewHidden
		}
		reviews = append(reviews, r)
	}
	for _, rows := range []any{authors[1:], products[1:], reviews} {
		if err := s.DB.CreateInBatches(rows, 1000).Error; err != nil {
			t.Fatal(err)
		}
	}
	counts := `UPDATE reviews_products SET rating_count = of.seen, rating_sum = of.stars, hidden_count = of.hidden FROM (SELECT product_id,
		count(*) FILTER (WHERE status = 'visible') AS seen, COALESCE(sum(rating) FILTER (WHERE status = 'visible'), 0) AS stars,
		count(*) FILTER (WHERE status = 'hidden') AS hidden FROM reviews_reviews GROUP BY product_id) AS of
		WHERE of.product_id = reviews_products.id`
	if err := s.DB.Exec(counts).Error; err != nil {
		t.Fatal(err)
	}
	if err := s.DB.Exec(moduletest.Analyze(s.DB)).Error; err != nil {
		t.Fatal(err)
	}
	return s
}
