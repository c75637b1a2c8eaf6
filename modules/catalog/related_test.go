package catalog

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/modules/catalog/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func relatedPath(id string) string { return productPath(id) + "/related" }

// relate replaces the lists beside a product.
func (s *setup) relate(t *testing.T, productID string, changes ...body) kit.Answer {
	t.Helper()
	return s.admin.Do(t, "PUT", relatedPath(productID), with(noneRelated, changes...))
}

var noneRelated = body{"accessories": []string{}, "similar": []string{}, "replaces": []string{}}

// relatedNames are the products beside another one as text: "accessories=B,A together=C".
func (s *setup) relatedNames(t *testing.T, idOrSlug string) string {
	t.Helper()
	type list []struct{ Name string }
	var v struct{ Accessories, Similar, Replaces, BoughtTogether list }
	alone := s.API.Do(t, "GET", "/v1/products/"+idOrSlug+"/related", nil).Require(t, 200)
	alone.Decode(t, &v)
	var text []string
	for _, l := range []struct {
		name string
		list list
	}{{"accessories", v.Accessories}, {"similar", v.Similar}, {"replaces", v.Replaces}, {"together", v.BoughtTogether}} {
		var names []string
		for _, p := range l.list {
			names = append(names, p.Name)
		}
		if names != nil {
			text = append(text, l.name+"="+strings.Join(names, ","))
		}
	}
	// The product's own answer has the same.
	var p struct{ Related any }
	var same any
	s.API.Do(t, "GET", "/v1/products/"+idOrSlug+"?include=related", nil).Require(t, 200).Decode(t, &p)
	alone.Decode(t, &same)
	if fmt.Sprint(p.Related) != fmt.Sprint(same) {
		t.Errorf("%s: included are %v, want %v", idOrSlug, p.Related, same)
	}
	return strings.Join(text, " ")
}

func (s *setup) requireRelated(t *testing.T, idOrSlug, want string) {
	t.Helper()
	if got := s.relatedNames(t, idOrSlug); got != want {
		t.Errorf("beside %s: %q, want %q", idOrSlug, got, want)
	}
}

func TestRelated(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := s.ids(t, "A", "B", "C", "D")
		draft := s.product(t, simple("Draft", 1, body{"status": "draft"})).Text("id")
		log := eventbustest.Record(t, s.DB)
		s.requireRelated(t, "a", "")
		s.admin.Do(t, "GET", relatedPath(ids[0]), nil).Require(t, 200).RequireFields(t, kit.Fields{"accessories.#": 0, "version": 1})
		saved := s.relate(t, ids[0], body{"accessories": []string{ids[2], draft, strings.ToUpper(ids[1])}, "replaces": []string{ids[3]}}).
			Require(t, 200)
		saved.RequireFields(t, kit.Fields{"version": 2, "accessories.0.name": "C", "accessories.1.status": "draft", "accessories.2.id": ids[1],
			"replaces.0.id": ids[3], "similar.#": 0})
		s.admin.Do(t, "GET", productPath(ids[0]), nil).RequireFields(t, kit.Fields{"version": 2})
		for _, name := range []string{"a", ids[0]} {
			s.requireRelated(t, name, "accessories=C,B replaces=D")
		}
		s.requireRelated(t, "b", "")
		s.API.Do(t, "GET", "/v1/products/a/related", nil).RequireFields(t, kit.Fields{"accessories.0.priceFrom": 3, "accessories.0.slug": "c",
			"similar.#": 0, "boughtTogether.#": 0})

		// The same again changes nothing; what is archived or no longer a draft shows at once.
		s.relate(t, ids[0], body{"accessories": []string{ids[2], draft, ids[1]}, "replaces": []string{ids[3]}}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 2})
		s.admin.Do(t, "PATCH", productPath(draft), body{"status": "active"}).Require(t, 200)
		s.admin.Do(t, "DELETE", productPath(ids[2]), nil).Require(t, 204)
		s.requireRelated(t, "a", "accessories=Draft,B replaces=D")
		// What was in a list before may stay there.
		s.relate(t, ids[0], body{"similar": []string{ids[2], ids[1]}}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 3, "similar.0.status": "archived"})
		s.requireRelated(t, "a", "similar=B")
		s.admin.With("If-Match", `"2"`).Do(t, "PUT", relatedPath(ids[0]), noneRelated).Require(t, 412, "precondition_failed")
		s.admin.With("If-Match", `"3"`).Do(t, "PUT", relatedPath(ids[0]), noneRelated).Require(t, 200)
		s.requireRelated(t, "a", "")
		s.API.Do(t, "GET", "/v1/products/c/related", nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", "/v1/products/none/related", nil).Require(t, 404, "not_found")
		none := []string{}
		want := []events.RelatedSaved{
			{ProductID: ids[0], Accessories: []string{ids[2], draft, ids[1]}, Similar: none, Replaces: []string{ids[3]}},
			{ProductID: ids[0], Accessories: none, Similar: []string{ids[2], ids[1]}, Replaces: none},
			{ProductID: ids[0], Accessories: none, Similar: none, Replaces: none},
		}
		if got := eventbustest.Of[events.RelatedSaved](log); !reflect.DeepEqual(got, want) {
			t.Errorf("published: %+v, want %+v", got, want)
		}
	})
}

func TestRelatedRefuses(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := s.ids(t, "A", "B", "C")
		archived := s.product(t, simple("Gone", 1, body{"status": "archived"})).Text("id")
		s.requireAdminOnly(t, "GET", relatedPath, ids[0], nil)
		s.requireAdminOnly(t, "PUT", relatedPath, ids[0], noneRelated)
		many := make([]string, maxRelated+1)
		for i := range many {
			many[i] = id.New()
		}
		requireRefused(t, s.admin, "PUT", relatedPath(ids[0]),
			refusal{body{}, []string{"/accessories required", "/similar required", "/replaces required"}},
			refusal{with(noneRelated, body{"accessories": many}), []string{"/accessories too_long"}},
			refusal{with(noneRelated, body{"accessories": []string{ids[0]}, "similar": []string{ids[1], strings.ToUpper(ids[1])},
				"replaces": []string{ids[1], id.New(), archived, "none"}}),
				[]string{"/accessories/0 not_allowed", "/similar/1 not_allowed", "/replaces/0 not_allowed", "/replaces/1 not_allowed",
					"/replaces/2 not_allowed", "/replaces/3 not_allowed"}},
		)
		s.API.Do(t, "GET", "/v1/products/a?include=nothing", nil).Require(t, 422, "validation_failed")
		s.relate(t, ids[0], body{"accessories": []string{ids[1]}}).Require(t, 200)
		row := func(productID, relatedID, kind string, position int) string {
			return fmt.Sprintf("INSERT INTO catalog_related (product_id, related_id, kind, position) VALUES ('%s', '%s', '%s', %d)",
				productID, relatedID, kind, position)
		}
		kit.RequireRefused(t, s.DB, [][2]string{
			{"catalog_related_position_check", row(ids[0], ids[2], "similar", maxRelated)},
			{"catalog_related_position_key", row(ids[0], ids[2], "accessories", 0)},
			{"catalog_related_pkey", row(ids[0], ids[1], "similar", 0)},
			{"catalog_related_other_check", row(ids[0], ids[0], "similar", 0)},
			{"catalog_related_kind_check", row(ids[0], ids[2], "other", 0)},
			{"catalog_related_related_id_fkey", row(ids[0], id.New(), "similar", 0)},
			{"catalog_pairs_orders_check", fmt.Sprintf("INSERT INTO catalog_pairs VALUES ('%s', '%s', -1)", ids[0], ids[1])},
			{"catalog_pairs_other_check", fmt.Sprintf("INSERT INTO catalog_pairs VALUES ('%s', '%s', 1)", ids[0], ids[0])},
		})
	})
}

// orderOf is an order of one unit of each of the products.
func orderOf(at time.Time, productIDs ...string) ordering.OrderPlaced {
	e := ordering.OrderPlaced{Order: ordering.Order{OrderID: id.New(), Number: "ORD-1", UserID: id.New(), Locale: "en"}, PlacedAt: at}
	for _, productID := range productIDs {
		e.Lines = append(e.Lines, ordering.Line{OrderItemID: id.New(), ProductID: productID, VariantID: id.New(), Quantity: 1})
	}
	return e
}

// countPairs lets the jobs do their work.
func (s *setup) countPairs(t *testing.T) {
	t.Helper()
	counter := Deps{DB: s.DB, Clock: s.Clock, Log: s.Log}.pairs()
	if err := counter.removeExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Products that three orders of the last 90 days have in common are shown beside one another, those
// of most orders first. An event that comes again, a cancelled order and an old one count nothing.
func TestBoughtTogether(t *testing.T) {
	eachPlanned(t, func(t *testing.T, s *setup) {
		ids := s.ids(t, "A", "B", "C", "D")
		a, b, c, d := ids[0], ids[1], ids[2], ids[3]
		now := s.Clock.Now()
		last := orderOf(now, c, a, b)
		s.Publish(t, orderOf(now, a, b), orderOf(now, b, a, a), orderOf(now, a, c), orderOf(now, c, a, d), orderOf(now, b), orderOf(now, b),
			orderOf(now.Add(-91*24*time.Hour), a, d), orderOf(now.Add(-91*24*time.Hour), a, d), orderOf(now, d, a))
		s.countPairs(t)
		s.requireRelated(t, "a", "")
		s.Publish(t, last)
		s.requireRelated(t, "a", "") // the job counts later
		for range 2 {
			s.Publish(t, last)
			s.countPairs(t)
			s.requireRelated(t, "a", "together="+namesByID(map[string]string{b: "B", c: "C"}))
			s.requireRelated(t, "b", "together=A")
			s.requireRelated(t, "d", "")
		}
		// A fourth order puts C first; what an admin has picked stands beside.
		more := orderOf(now, a, c)
		s.Publish(t, more)
		s.countPairs(t)
		s.relate(t, a, body{"accessories": []string{d}}).Require(t, 200)
		s.requireRelated(t, "a", "accessories=D together=C,B")
		s.admin.Do(t, "PATCH", productPath(c), body{"status": "draft"}).Require(t, 200)
		s.requireRelated(t, "a", "accessories=D together=B")
		s.admin.Do(t, "PATCH", productPath(c), body{"status": "active"}).Require(t, 200)
		// What is in one list is not in the other one too.
		s.relate(t, a, body{"accessories": []string{d}, "similar": []string{c}}).Require(t, 200)
		s.requireRelated(t, "a", "accessories=D similar=C together=B")
		s.relate(t, a, body{"accessories": []string{d}}).Require(t, 200)

		// Cancelled orders are taken back, once.
		for range 2 {
			s.Publish(t, ordering.OrderCancelled{Order: last.Order})
			s.countPairs(t)
			s.requireRelated(t, "a", "accessories=D together=C")
			s.requireRelated(t, "b", "")
		}
		s.Publish(t, last) // and stay so
		s.countPairs(t)
		s.requireRelated(t, "b", "")

		// After 90 days nothing is left.
		s.Clock.Advance(91 * 24 * time.Hour)
		s.countPairs(t)
		s.requireRelated(t, "a", "accessories=D")
		for _, table := range []string{"catalog_pairs", "catalog_paired_orders"} {
			var n int64
			if err := s.DB.Table(table).Count(&n).Error; err != nil || n != 0 {
				t.Errorf("%d rows of %s, %v", n, table, err)
			}
		}
	})
}

// namesByID are the names in the order of their ids, with commas between.
func namesByID(names map[string]string) string {
	var ids, sorted []string
	for productID := range names {
		ids = append(ids, productID)
	}
	slices.Sort(ids)
	for _, productID := range ids {
		sorted = append(sorted, names[productID])
	}
	return strings.Join(sorted, ",")
}

// A long order counts its first ten products, many orders cost one statement, and a replay ends in
// the same.
func TestPairsAreBounded(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var long []string
		for range 30 {
			long = append(long, id.New())
		}
		var placed []eventbus.Event
		for range 3 {
			placed = append(placed, orderOf(s.Clock.Now(), long...))
		}
		if n := s.StatementsOn("INTO catalog_paired_orders", func() { s.Publish(t, placed...) }); n != 1 {
			t.Errorf("%d statements store three orders", n)
		}
		s.countPairs(t)
		requirePairs := func() {
			t.Helper()
			var rows []pair
			if err := s.DB.Find(&rows).Error; err != nil {
				t.Fatal(err)
			}
			if len(rows) != maxPairedProducts*(maxPairedProducts-1) {
				t.Errorf("%d rows of pairs", len(rows))
			}
			for _, p := range rows {
				if p.Orders != 3 || !slices.Contains(long[:maxPairedProducts], p.ProductID) {
					t.Errorf("%+v", p)
				}
			}
		}
		requirePairs()
		s.Publish(t, placed...)
		s.countPairs(t)
		requirePairs()
	})
}

// What is asked for beside a product costs three statements, and a product without it none more.
func TestQueriesOfRelated(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := s.ids(t, "A", "B", "C")
		s.relate(t, ids[0], body{"accessories": ids[1:]}).Require(t, 200)
		s.API.Do(t, "GET", "/v1/brands", nil).Require(t, 200) // reads the taxonomy
		for _, row := range []struct {
			path      string
			cold, hot int
		}{
			{"/v1/products/a", 3, 1}, {"/v1/products/a?include=related", 6, 1}, {"/v1/products/a/related", 6, 1},
			{"/v1/products/b?include=related", 4, 1},
		} {
			for _, want := range []int{row.cold, row.hot} {
				if got := s.Statements(t, s.API, "GET", row.path, nil); got != want {
					t.Errorf("%s: %d statements, want %d", row.path, got, want)
				}
			}
		}
	})
}
