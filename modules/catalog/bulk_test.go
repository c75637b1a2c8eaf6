package catalog

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// bulk changes products, and returns the bulk edit when it is done.
func (s *setup) bulk(t *testing.T, action body, productIDs ...string) kit.Answer {
	t.Helper()
	started := s.admin.Do(t, "POST", bulkPath, body{"productIds": productIDs, "action": action}).Require(t, 201)
	return s.awaitBulk(t, started.Text("id"))
}

// awaitBulk waits until a bulk edit is done.
func (s *setup) awaitBulk(t *testing.T, editID string) (got kit.Answer) {
	t.Helper()
	kit.Eventually(t, "the bulk edit is done", func() error {
		if got = s.admin.Do(t, "GET", bulkPath+"/"+editID, nil).Require(t, 200); got.Text("status") != "done" {
			return fmt.Errorf("%s", got.Body)
		}
		return nil
	})
	return got
}

// undoBulk undoes a bulk edit, and returns the undo when it is done.
func (s *setup) undoBulk(t *testing.T, editID string) kit.Answer {
	t.Helper()
	started := s.admin.Do(t, "POST", bulkPath+"/"+editID+"/undo", nil).Require(t, 201)
	return s.awaitBulk(t, started.Text("id"))
}

// requireProduct wants fields of a product as admins see it.
func (s *setup) requireProduct(t *testing.T, productID string, want kit.Fields) {
	t.Helper()
	s.admin.Do(t, "GET", productPath(productID), nil).Require(t, 200).RequireFields(t, want)
}

func TestPercentChange(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		percent     string
		price, want money.Cents
	}{
		{"10", 1290, 1419},
		{"-10", 1295, 1166}, // 1165.5
		{"-12.5", 100, 88},  // 87.5
		{"0.1", 499, 499},   // 499.499
		{"0.1", 500, 501},   // 500.5
		{"-99.9", 499, 0},   // 0.499
		{"-99.9", 500, 1},   // 0.5
		{"1000", 1000, 11000},
	} {
		var p percentChange
		if err := json.Unmarshal([]byte(row.percent), &p); err != nil || p.of(row.price) != row.want {
			t.Errorf("%s %% of %d: %d, %v, want %d", row.percent, row.price, p.of(row.price), err, row.want)
		}
		if text, err := json.Marshal(p); err != nil || string(text) != row.percent {
			t.Errorf("%s is %s, %v", row.percent, text, err)
		}
	}
	for _, text := range []string{"1.25", "0.01", `"1"`, "x"} {
		if err := json.Unmarshal([]byte(text), new(percentChange)); err == nil {
			t.Errorf("%s is a percentage", text)
		}
	}
}

func TestBulkEditsRefuse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "products:read")
		known, unknown := s.product(t, simple("Known", 1)).Text("id"), id.New()
		publish := body{"kind": "publish"}
		valid := body{"productIds": []string{known}, "action": publish}
		for _, op := range []struct{ method, path string }{
			{"POST", bulkPath}, {"GET", bulkPath}, {"GET", bulkPath + "/" + unknown}, {"GET", bulkPath + "/" + unknown + "/results"},
			{"POST", bulkPath + "/" + unknown + "/undo"},
		} {
			s.API.Do(t, op.method, op.path, valid).Require(t, 401, "unauthenticated")
			customer.Do(t, op.method, op.path, valid).Require(t, 403, "forbidden")
			if op.method == "POST" {
				reader.Do(t, op.method, op.path, valid).Require(t, 403, "forbidden")
			}
			if op.path != bulkPath {
				s.admin.Do(t, op.method, op.path, nil).Require(t, 404, "not_found")
			}
		}
		reader.Do(t, "GET", bulkPath, nil).Require(t, 200)
		s.admin.Do(t, "POST", bulkPath, "{").Require(t, 400, "malformed_json")
		one := func(action body) body { return body{"productIds": []string{known}, "action": action} }
		requireRefused(t, s.admin, "POST", bulkPath,
			refusal{body{}, []string{"/productIds required", "/action required"}},
			refusal{body{"productIds": []string{known}, "filter": body{}, "action": publish}, []string{"/filter not_allowed"}},
			refusal{body{"productIds": []string{}, "action": publish}, []string{"/productIds too_short"}},
			refusal{body{"productIds": make([]string, maxBulkIDs+1), "action": publish}, []string{"/productIds too_long"}},
			refusal{body{"productIds": []string{"x", known, known}, "action": publish},
				[]string{"/productIds/0 bad_format", "/productIds/2 not_allowed"}},
			refusal{body{"filter": body{"status": "draft"}, "action": publish}, []string{"/filter not_allowed"}},
			refusal{body{"filter": body{"status": "sold", "brands": "x"}, "action": publish},
				[]string{"/filter/status not_allowed", "/filter/brands unexpected_field"}},
			refusal{one(body{"kind": "delete"}), []string{"/action/kind not_allowed"}},
			refusal{one(body{"kind": "publish", "percent": 1, "wholesalePrices": true, "tags": []string{"a"}}),
				[]string{"/action/percent not_allowed", "/action/wholesalePrices not_allowed", "/action/tags not_allowed"}},
			refusal{one(body{"kind": "change_prices"}), []string{"/action/percent required"}},
			refusal{one(body{"kind": "change_prices", "percent": 0}), []string{"/action/percent not_allowed"}},
			refusal{one(body{"kind": "change_prices", "percent": 0.25}), []string{"/action/percent bad_format"}},
			refusal{one(body{"kind": "change_prices", "percent": -100}), []string{"/action/percent out_of_range"}},
			refusal{one(body{"kind": "add_category"}), []string{"/action/categoryId required"}},
			refusal{one(body{"kind": "add_category", "categoryId": unknown}), []string{"/action/categoryId not_allowed"}},
			refusal{body{"filter": body{"q": "none such"}, "action": body{"kind": "remove_category", "categoryId": "x"}},
				[]string{"/filter not_allowed", "/action/categoryId not_allowed"}},
			refusal{one(body{"kind": "set_tax_class", "taxClass": "high"}), []string{"/action/taxClass not_allowed"}},
			refusal{one(body{"kind": "set_attribute", "attribute": body{"code": "roast"}}), []string{"/action/attribute/values required"}},
			refusal{one(body{"kind": "set_attribute", "attribute": body{"code": "roast", "values": []string{"dark"}}}),
				[]string{"/action/attribute/code not_allowed"}},
			refusal{one(body{"kind": "remove_attribute", "attribute": body{"code": "roast", "values": []string{"dark"}}}),
				[]string{"/action/attribute/values not_allowed"}},
			refusal{one(body{"kind": "add_tags", "tags": []string{"a,b", "c", "C"}}),
				[]string{"/action/tags/0 bad_format", "/action/tags/2 not_allowed"}},
		)
		s.admin.Do(t, "GET", bulkPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
	})
}

// Each action changes what it is about, and an undo puts it back.
func TestBulkActions(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.admin.Do(t, "POST", "/v1/admin/attributes", attributeOf("roast", "choice", body{"choices": choicesOf("dark=Dark", "light=Light")})).
			Require(t, 201)
		old, added := s.category(t, "Old", ""), s.category(t, "New", "")
		p := s.product(t, cup(body{"tags": []string{"One", "Two"}, "categoryIds": []string{old},
			"attributes": []body{{"code": "roast", "values": []string{"light"}}}})).Text("id")
		for _, row := range []struct {
			action        body
			before, after kit.Fields
		}{
			{body{"kind": "archive"}, kit.Fields{"status": "active"}, kit.Fields{"status": "archived"}},
			{
				body{"kind": "change_prices", "percent": -10},
				kit.Fields{"variants.0.price": 12.9, "variants.1.price": 11.5, "variants.0.wholesalePrices.0.price": 8.9},
				kit.Fields{"variants.0.price": 11.61, "variants.1.price": 10.35, "variants.0.wholesalePrices.0.price": 8.9},
			},
			{
				body{"kind": "change_prices", "percent": 0.5, "wholesalePrices": true},
				kit.Fields{"variants.0.price": 12.9, "variants.0.wholesalePrices.0.price": 8.9, "variants.0.wholesalePrices.1.price": 7.5},
				kit.Fields{"variants.0.price": 12.96, "variants.0.wholesalePrices.0.price": 8.94, "variants.0.wholesalePrices.1.price": 7.54},
			},
			{body{"kind": "add_category", "categoryId": added}, kit.Fields{"categoryIds.0": old, "categoryIds.1": nil},
				kit.Fields{"categoryIds.0": old, "categoryIds.1": added}},
			{body{"kind": "remove_category", "categoryId": old}, kit.Fields{"categoryIds.0": old}, kit.Fields{"categoryIds.0": nil}},
			{body{"kind": "set_tax_class", "taxClass": "standard"}, kit.Fields{"taxClass": "reduced"}, kit.Fields{"taxClass": "standard"}},
			{
				body{"kind": "set_attribute", "attribute": body{"code": "roast", "values": []string{"dark", "light"}}},
				kit.Fields{"attributes.0.values.0.value": "light", "attributes.0.values.1": nil},
				kit.Fields{"attributes.0.values.0.value": "dark", "attributes.0.values.1.value": "light"},
			},
			{body{"kind": "remove_attribute", "attribute": body{"code": "roast"}},
				kit.Fields{"attributes.0.values.0.value": "light"}, kit.Fields{"attributes.0": nil}},
			{body{"kind": "add_tags", "tags": []string{"two", "Three"}}, kit.Fields{"tags.1": "Two", "tags.2": nil},
				kit.Fields{"tags.1": "Two", "tags.2": "Three", "tags.3": nil}},
			{body{"kind": "remove_tags", "tags": []string{"ONE"}}, kit.Fields{"tags.0": "One"}, kit.Fields{"tags.0": "Two", "tags.1": nil}},
		} {
			s.requireProduct(t, p, row.before)
			edit := s.bulk(t, row.action, p)
			edit.RequireFields(t, kit.Fields{"total": 1, "changed": 1, "pending": 0, "action.kind": row.action["kind"], "undoneBy": nil})
			s.requireProduct(t, p, row.after)
			undo := s.undoBulk(t, edit.Text("id"))
			undo.RequireFields(t, kit.Fields{"changed": 1, "undoOf": edit.Text("id"), "action.kind": row.action["kind"]})
			s.requireProduct(t, p, row.before)
		}
		s.admin.Do(t, "PATCH", productPath(p), body{"status": "draft"}).Require(t, 200)
		s.bulk(t, body{"kind": "publish"}, p).RequireFields(t, kit.Fields{"changed": 1})
		s.requireProduct(t, p, kit.Fields{"status": "active"})
		s.bulk(t, body{"kind": "publish"}, p).RequireFields(t, kit.Fields{"changed": 0, "unchanged": 1})
		s.requireConsistentIndex(t)
	})
}

// What a filter matches when the bulk edit begins is what the list of products has.
func TestBulkFilter(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brand := s.brand(t, moka)
		var all []string
		for i := range 25 {
			all = append(all, s.product(t, simple(fmt.Sprintf("Cup %02d", i), 1, body{"brandId": brand})).Text("id"))
		}
		s.product(t, simple("Cup of another brand", 1))
		s.product(t, simple("Plate", 1, body{"brandId": brand}))
		filter := body{"q": "cup", "brand": []string{"moka"}, "status": "active"}
		started := s.admin.Do(t, "POST", bulkPath, body{"filter": filter, "action": body{"kind": "archive"}}).Require(t, 201)
		late := s.product(t, simple("Cup that came late", 1, body{"brandId": brand})).Text("id")
		edit := s.awaitBulk(t, started.Text("id"))
		edit.RequireFields(t, kit.Fields{"total": 25, "changed": 25, "failed": 0})
		results := bulkPath + "/" + edit.Text("id") + "/results"
		first := fieldOfAll(t, s.admin.Do(t, "GET", results+"?state=changed&limit=20", nil), "productId")
		rest := fieldOfAll(t, s.admin.Do(t, "GET", results+"?state=changed&page=2", nil), "productId")
		got := slices.Sorted(slices.Values(append(first, rest...)))
		if !slices.Equal(got, all) {
			t.Errorf("changed %q, want %q", got, all)
		}
		s.admin.Do(t, "GET", results+"?state=pending", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		s.admin.Do(t, "GET", results+"?state=lost", nil).Require(t, 422)
		s.requireProduct(t, late, kit.Fields{"status": "active"})
		s.admin.Do(t, "GET", bulkPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1, "data.0.id": edit.Text("id")})
	})
}

// A product that can't be changed is reported with its fault; the others are changed.
func TestBulkFaults(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		good := s.product(t, simple("Good", 10)).Text("id")
		cheap := s.product(t, body{"name": "Cheap", "options": []body{{"name": "Size", "values": []string{"S", "M"}}}, "variants": []body{
			{"sku": "C-1", "options": body{"Size": "S"}, "price": 10}, {"sku": "C-2", "options": body{"Size": "M"}, "price": 0.04},
		}}).Text("id")
		tiers := s.product(t, simple("Tiers", 1, body{"variants": []body{
			{"sku": "T-1", "price": 10, "wholesalePrices": []body{{"minQuantity": 5, "price": 9.5}}},
		}})).Text("id")
		unknown := id.New()
		edit := s.bulk(t, body{"kind": "change_prices", "percent": -90}, cheap, good, unknown, tiers)
		edit.RequireFields(t, kit.Fields{"total": 4, "changed": 1, "failed": 3, "pending": 0})
		failed := bulkPath + "/" + edit.Text("id") + "/results?state=failed"
		s.admin.Do(t, "GET", failed, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"meta.total": 3, "data.0.productId": cheap, "data.0.name": "Cheap", "data.0.fault.code": "validation_failed",
			"data.0.fault.errors.0.pointer": "/variants/1/price", "data.0.fault.errors.0.code": "out_of_range",
			"data.0.fault.errors.0.detail": "would be above 1000000, or not above 0", "data.0.fault.errors.1": nil,
			"data.1.productId": unknown, "data.1.name": nil, "data.1.fault.code": "not_found", "data.1.fault.errors.0": nil,
			"data.2.productId": tiers, "data.2.fault.errors.0.pointer": "/variants/0/wholesalePrices",
		})
		s.admin.With("Accept-Language", "de").Do(t, "GET", failed, nil).RequireFields(t, kit.Fields{
			"data.0.fault.errors.0.detail": "wäre über 1000000 oder nicht über 0", "data.1.fault.detail": "Das gibt es nicht.",
		})
		s.requireProduct(t, good, kit.Fields{"variants.0.price": 1, "version": 2})
		s.requireProduct(t, cheap, kit.Fields{"variants.0.price": 10, "variants.1.price": 0.04, "version": 1})
		s.bulk(t, body{"kind": "change_prices", "percent": 1000}, s.product(t, simple("Dear", 90_910)).Text("id")).
			RequireFields(t, kit.Fields{"failed": 1})

		s.requireGPSR(t, 2, true)
		draft := s.product(t, simple("Draft", 1, body{"status": "draft"})).Text("id")
		edit = s.bulk(t, body{"kind": "publish"}, draft)
		s.admin.Do(t, "GET", bulkPath+"/"+edit.Text("id")+"/results", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.state": "failed", "data.0.fault.errors.0.pointer": "/manufacturer", "data.0.fault.errors.0.code": "required",
		})
	})
}

// refresh reads the copies of the settings again.
func (s *setup) refresh(t *testing.T) {
	t.Helper()
	if err := s.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A bulk edit is an edit of each product by who has started it: events name that one, versions
// rise, and a former price is the lowest of 30 days.
func TestBulkEditsAreEdits(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		p := s.offer(t, "Cup", 10)
		p.set(t, 10, 10)
		s.later(t, 40*day)
		p.setup.admin = s.admin
		log := eventbustest.Record(t, s.DB)
		edit := s.bulk(t, body{"kind": "change_prices", "percent": -10}, p.id)
		edit.RequireFields(t, kit.Fields{"actor": "user:" + s.adminID})
		p.requireReduced(t, 10, 10)
		entries := log.Entries()
		if len(entries) != 1 || entries[0].Name != "catalog.product_saved.v1" || entries[0].Actor != "user:"+s.adminID {
			t.Errorf("events: %+v", entries)
		}
		s.requireProduct(t, p.id, kit.Fields{"version": 3, "variants.0.price": 9})
		s.later(t, day)
		s.undoBulk(t, edit.Text("id"))
		p.requireReduced(t, nil, nil)
	})
}

// Bulk edits are kept for 90 days.
func TestOldBulkEdits(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		p := s.product(t, simple("Cup", 10)).Text("id")
		edit := s.bulk(t, body{"kind": "archive"}, p)
		s.later(t, time.Hour)
		undo := s.undoBulk(t, edit.Text("id"))
		editor := s.bulkEditor(t)
		for _, row := range []struct {
			after      time.Duration
			edit, undo int
		}{{keepBulkEdits - 30*time.Minute, 404, 200}, {time.Hour, 404, 404}} {
			s.later(t, row.after)
			if err := editor.deleteOld(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.admin.Do(t, "GET", bulkPath+"/"+edit.Text("id"), nil).Require(t, row.edit)
			s.admin.Do(t, "GET", bulkPath+"/"+undo.Text("id")+"/results", nil).Require(t, row.undo)
		}
	})
}
