package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func collectionPath(id string) string { return "/v1/admin/collections/" + id }

// collection adds a published collection and returns it.
func (s *setup) collection(t *testing.T, b body) kit.Answer {
	t.Helper()
	return s.admin.Do(t, "POST", "/v1/admin/collections", with(body{"published": true}, b)).Require(t, 201)
}

// ids adds active products of these names, which cost 1, 2, 3 …, and returns their ids.
func (s *setup) ids(t *testing.T, names ...string) (ids []string) {
	t.Helper()
	for i, name := range names {
		ids = append(ids, s.product(t, simple(name, float64(i+1))).Text("id"))
	}
	return ids
}

func TestCollections(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := s.ids(t, "A", "B", "C")
		log := eventbustest.Record(t, s.DB)
		created := s.admin.Do(t, "POST", "/v1/admin/collections", body{"name": "Gifts", "description": "To give.", "position": 2,
			"productIds": []string{ids[2], strings.ToUpper(ids[0])}}).Require(t, 201)
		gifts := created.Text("id")
		created.RequireFields(t, kit.Fields{"slug": "gifts", "published": false, "rule": nil, "productCount": 2, "version": 1,
			"products.0.id": ids[2], "products.0.name": "C", "products.0.status": "active", "products.1.id": ids[0], "description": "To give."})
		if location := created.Header.Get("Location"); location != collectionPath(gifts) {
			t.Errorf("Location: %s", location)
		}
		// It is not shown until it is published.
		s.API.Do(t, "GET", "/v1/collections/gifts", nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", "/v1/collections", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		s.requireNames(t, map[string][]string{"collection=gifts": nil})
		s.admin.Do(t, "GET", "/v1/admin/collections", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1,
			"data.0.slug": "gifts", "data.0.productCount": 2})

		edited := s.admin.Do(t, "PATCH", collectionPath(gifts), body{"published": true, "slug": "presents"}).Require(t, 200)
		edited.RequireFields(t, kit.Fields{"version": 2, "products.#": 2})
		for _, name := range []string{gifts, "presents", "gifts"} {
			s.API.Do(t, "GET", "/v1/collections/"+name, nil).Require(t, 200).RequireFields(t, kit.Fields{"id": gifts, "slug": "presents"})
			s.requireNames(t, map[string][]string{"collection=" + name: {"C", "A"}})
		}
		other := s.collection(t, body{"name": "All", "position": 1, "rule": body{}})
		if got := fieldOfAll(t, s.API.Do(t, "GET", "/v1/collections", nil), "slug"); !slices.Equal(got, []string{"all", "presents"}) {
			t.Errorf("list: %q", got)
		}
		if got := fieldOfAll(t, s.API.Do(t, "GET", "/v1/collections?limit=1&page=2", nil), "slug"); !slices.Equal(got, []string{"presents"}) {
			t.Errorf("second page: %q", got)
		}
		same := s.admin.Do(t, "PATCH", collectionPath(gifts), body{"productIds": []string{ids[2], ids[0]}}).Require(t, 200)
		same.RequireFields(t, kit.Fields{"version": 2})
		s.admin.Do(t, "DELETE", collectionPath(gifts), nil).Require(t, 204)
		s.admin.Do(t, "DELETE", collectionPath(gifts), nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", "/v1/collections/presents", nil).Require(t, 404, "not_found")
		text := "To give."
		log.RequireExactly(t,
			events.CollectionSaved{CollectionID: gifts, Name: "Gifts", Slug: "gifts", Description: &text, Position: 2, Created: true},
			events.CollectionSaved{CollectionID: gifts, Name: "Gifts", Slug: "presents", Description: &text, Position: 2, Published: true},
			events.CollectionSaved{CollectionID: other.Text("id"), Name: "All", Slug: "all", Position: 1, Published: true, ByRule: true,
				Created: true},
			events.CollectionDeleted{CollectionID: gifts})
	})
}

func TestCollectionsRefuse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := s.ids(t, "A", "B")
		archived := s.product(t, simple("Gone", 1, body{"status": "archived"})).Text("id")
		gifts := s.collection(t, body{"name": "Gifts", "productIds": ids}).Text("id")
		ruled := s.collection(t, body{"name": "Ruled", "rule": body{"onSale": true}}).Text("id")
		s.requireAdminOnly(t, "GET", collectionPath, gifts, nil)
		s.requireAdminOnly(t, "PATCH", collectionPath, gifts, body{"name": "Presents"})
		s.requireAdminOnly(t, "DELETE", collectionPath, gifts, nil)
		s.API.Do(t, "POST", "/v1/admin/collections", body{"name": "X"}).Require(t, 401, "unauthenticated")
		s.API.Do(t, "GET", "/v1/admin/collections", nil).Require(t, 401, "unauthenticated")
		s.admin.Do(t, "POST", "/v1/admin/collections", body{"name": "Other", "slug": "gifts"}).Require(t, 409, "slug_taken")
		s.admin.Do(t, "PATCH", collectionPath(ruled), body{"slug": "gifts"}).Require(t, 409, "slug_taken")
		s.admin.With("If-Match", `"7"`).Do(t, "PATCH", collectionPath(gifts), body{"name": "X"}).Require(t, 412, "precondition_failed")
		s.admin.With("If-Match", `"7"`).Do(t, "DELETE", collectionPath(gifts), nil).Require(t, 412, "precondition_failed")

		many := make([]string, maxCollectionProducts+1)
		for i := range many {
			many[i] = id.New()
		}
		requireRefused(t, s.admin, "POST", "/v1/admin/collections",
			refusal{body{"slug": "X", "position": -1}, []string{"/name required", "/position out_of_range", "/slug bad_format"}},
			refusal{body{"name": "X", "slug": id.New(), "productIds": []string{ids[0], ids[0]}},
				[]string{"/slug not_allowed", "/productIds/1 not_allowed"}},
			refusal{body{"name": "X", "productIds": []string{ids[0], id.New(), archived}, "mediaId": id.New(),
				"rule": nil}, []string{"/productIds/1 not_allowed", "/productIds/2 not_allowed", "/mediaId not_allowed"}},
			refusal{body{"name": "X", "productIds": many}, []string{"/productIds too_long"}},
			refusal{body{"name": "X", "productIds": ids, "rule": body{"minPrice": 5, "maxPrice": 4, "collection": "gifts"}},
				[]string{"/productIds not_allowed", "/rule/maxPrice out_of_range", "/rule/collection not_allowed"}},
			refusal{body{"name": "X", "rule": body{"brand": []string{"none"}, "category": []string{id.New()}}},
				[]string{"/rule/brand/0 not_allowed", "/rule/category/0 not_allowed"}},
			refusal{body{"name": "X", "rule": body{"page": 1, "minRating": 6, "sort": "position"}},
				[]string{"/rule/page unexpected_field", "/rule/minRating out_of_range", "/rule/sort not_allowed"}},
		)
		requireRefused(t, s.admin, "PATCH", collectionPath(ruled),
			refusal{body{"rule": body{"collection": "ruled"}}, []string{"/rule/collection not_allowed"}},
			refusal{body{"productIds": ids}, []string{"/productIds not_allowed"}},
			refusal{body{"rule": nil, "productIds": []string{ids[0], ids[0]}}, []string{"/productIds/1 not_allowed"}},
		)
		refused := s.admin.Do(t, "PATCH", collectionPath(ruled), body{"rule": body{"collection": "ruled"}})
		if !strings.Contains(string(refused.Body), "a rule can't name a collection, itself included") {
			t.Errorf("the refusal does not say why: %s", refused.Body)
		}
		s.requireNames(t, map[string][]string{"collection=gifts": {"A", "B"}, "collection=none": nil})
		// Behind what a save looks at stand the constraints.
		row := func(collectionID, productID string, position int) string {
			return fmt.Sprintf("INSERT INTO catalog_collection_products (collection_id, product_id, position) VALUES ('%s', '%s', %d)",
				collectionID, productID, position)
		}
		kit.RequireRefused(t, s.DB, [][2]string{
			{"catalog_collection_products_position_check", row(ruled, ids[0], maxCollectionProducts)},
			{"catalog_collection_products_position_key", row(gifts, archived, 0)},
			{"catalog_collection_products_pkey", row(gifts, ids[0], 9)},
			{"catalog_collection_products_product_id_fkey", row(gifts, id.New(), 9)},
			{"catalog_collection_products_collection_id_fkey", row(id.New(), ids[0], 9)},
			{"catalog_collections_position_check", "UPDATE catalog_collections SET position = -1"},
			{"catalog_collections_version_check", "UPDATE catalog_collections SET version = 0"},
			{"catalog_collections_slug_key", "UPDATE catalog_collections SET slug = 'same'"},
		})
	})
}

// An archived product leaves the collections that it was picked for, for good, and who has read one
// before can't write it back.
func TestArchivedProductsLeaveCollections(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := s.ids(t, "A", "B", "C")
		gifts := s.collection(t, body{"name": "Gifts", "productIds": ids})
		other := s.collection(t, body{"name": "Other", "productIds": ids[1:]}).Text("id")
		s.Clock.Advance(1e9)
		s.admin.Do(t, "DELETE", productPath(ids[0]), nil).Require(t, 204)
		read := s.admin.Do(t, "GET", collectionPath(gifts.Text("id")), nil).Require(t, 200)
		read.RequireFields(t, kit.Fields{"products.#": 2, "products.0.id": ids[1], "productCount": 2, "version": 2})
		if read.Text("updatedAt") == gifts.Text("updatedAt") {
			t.Error("updatedAt stays")
		}
		s.admin.With("If-Match", `"1"`).Do(t, "PATCH", collectionPath(gifts.Text("id")), body{"productIds": ids}).
			Require(t, 412, "precondition_failed")
		s.admin.Do(t, "PATCH", productPath(ids[0]), body{"status": "active"}).Require(t, 200)
		s.requireNames(t, map[string][]string{"collection=gifts": {"B", "C"}, "collection=other": {"B", "C"}})
		s.admin.Do(t, "PATCH", productPath(ids[2]), body{"status": "archived"}).Require(t, 200)
		s.admin.Do(t, "GET", collectionPath(other), nil).Require(t, 200).RequireFields(t, kit.Fields{"products.#": 1, "version": 2})
		// The gap that it left takes a product again.
		s.admin.Do(t, "PATCH", collectionPath(other), body{"productIds": []string{ids[0], ids[1]}}).Require(t, 200)
		s.requireNames(t, map[string][]string{"collection=other": {"A", "B"}})
		// A draft stays, and is not shown.
		s.admin.Do(t, "PATCH", productPath(ids[1]), body{"status": "draft"}).Require(t, 200)
		s.requireNames(t, map[string][]string{"collection=other": {"A"}})
		s.admin.Do(t, "GET", collectionPath(other), nil).RequireFields(t, kit.Fields{"products.#": 2, "products.1.status": "draft"})
	})
}

// A collection shows a picture with its sizes, also when these come later, and keeps it.
func TestPicturesOfCollections(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		first := s.uploaded(t)
		log := eventbustest.Record(t, s.DB)
		created := s.collection(t, body{"name": "Gifts", "mediaId": strings.ToUpper(first.MediaID)})
		gifts := created.Text("id")
		created.RequireFields(t, shownAs("image", first)).RequireFields(t, kit.Fields{"mediaId": first.MediaID})
		s.admin.Do(t, "PATCH", collectionPath(gifts), body{"name": "Presents"}).Require(t, 200).RequireFields(t, shownAs("image", first))
		s.API.Do(t, "GET", "/v1/collections/gifts", nil).Require(t, 200).RequireFields(t, shownAs("image", first))
		again := first
		again.Renditions = again.Renditions[:1]
		s.Publish(t, again)
		s.API.Do(t, "GET", "/v1/collections/gifts", nil).Require(t, 200).RequireFields(t, kit.Fields{"image.renditions.#": 1})
		s.admin.Do(t, "PATCH", collectionPath(gifts), body{"mediaId": nil}).Require(t, 200).RequireFields(t, kit.Fields{"image": nil})
		s.admin.Do(t, "PATCH", collectionPath(gifts), body{"mediaId": first.MediaID}).Require(t, 200)
		s.admin.Do(t, "DELETE", collectionPath(gifts), nil).Require(t, 204)
		named := func(name string, ids ...string) events.MediaNamed {
			return events.MediaNamed{OwnerID: gifts, Kind: events.OwnerCollection, Name: name, MediaIDs: append([]string{}, ids...)}
		}
		saved := events.CollectionSaved{CollectionID: gifts, Name: "Gifts", Slug: "gifts", Published: true, Created: true}
		edited := events.CollectionSaved{CollectionID: gifts, Name: "Presents", Slug: "gifts", Published: true}
		log.RequireExactly(t, named("Gifts", first.MediaID), saved, named("Presents", first.MediaID), edited, again,
			named("Presents"), edited, named("Presents", first.MediaID), edited, named("Presents"),
			events.CollectionDeleted{CollectionID: gifts})
	})
}

// A list of a collection costs what any other list costs, and two statements for the collections
// and their former slugs whenever these change; without a collection these are never sent.
func TestQueriesOfACollection(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.collection(t, body{"name": "Gifts", "productIds": s.ids(t, "A", "B", "C")})
		s.collection(t, body{"name": "Ruled", "rule": body{"minPrice": 2}})
		s.API.Do(t, "GET", "/v1/brands", nil).Require(t, 200) // reads the taxonomy
		for _, row := range []struct {
			path      string
			cold, hot int
		}{
			{"/v1/products?limit=1", 4, 1},
			{"/v1/products?collection=gifts", 6, 1},
			{"/v1/products?collection=gifts&sort=price", 3, 1},
			{"/v1/products?collection=ruled", 4, 1},
			{"/v1/products/facets?collection=ruled", 3, 1},
			{"/v1/collections", 1, 1},
			{"/v1/collections/gifts", 1, 1},
		} {
			for _, want := range []int{row.cold, row.hot} {
				if got := s.Statements(t, s.API, "GET", row.path, nil); got != want {
					t.Errorf("%s: %d statements, want %d", row.path, got, want)
				}
			}
		}
	})
}
