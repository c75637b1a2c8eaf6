package ordering

import (
	"maps"
	"slices"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

const automaticPath = "/v1/admin/automatic-promotions"

// automatic makes an automatic promotion that this process knows, and returns its id.
func (s *setup) automatic(t *testing.T, changes ...body) string {
	t.Helper()
	b := with(body{"name": "Spring sale", "kind": "percent", "value": 10, "minimum": 0}, changes...)
	if value, isInt := b["value"].(int); isInt && b["kind"] == "amount" && b["minimum"] == 0 {
		b["minimum"] = value + 1
	}
	promotionID := s.admin.Do(t, "POST", automaticPath, b).Require(t, 201).Text("id")
	s.refresh(t)
	return promotionID
}

// refresh has this process know the promotions of now.
func (s *setup) refresh(t *testing.T) {
	t.Helper()
	if err := s.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestAutomaticPromotions(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada := s.customer(t)
		log, unknown := eventbustest.Record(t, s.DB), id.New()
		made := s.admin.Do(t, "POST", automaticPath, body{
			"name": " Frühling ", "kind": "percent", "value": 12.5, "minimum": 20, "audience": "wholesale",
			"startsAt": "2026-03-01T00:00:00Z", "endsAt": "2026-06-01T00:00:00+02:00",
		}).Require(t, 201)
		one := automaticPath + "/" + made.Text("id")
		want := `{"id":"` + made.Text("id") + `","name":"Frühling","kind":"percent","value":12.5,"minimum":20,"audience":"wholesale",` +
			`"buyQuantity":null,"getQuantity":null,"productIds":[],"startsAt":"2026-03-01T00:00:00.000Z","endsAt":"2026-05-31T22:00:00.000Z","active":true,"version":1}`
		if string(made.Body) != want || made.Header.Get("Location") != one {
			t.Errorf("made %s at %q", made.Body, made.Header.Get("Location"))
		}
		if got := s.admin.Do(t, "GET", one, nil).Require(t, 200); string(got.Body) != want {
			t.Errorf("read %s", got.Body)
		}
		changed := s.admin.Do(t, "PATCH", one, body{
			"name": "Sommer", "kind": "free_shipping", "minimum": nil, "audience": "retail", "startsAt": nil, "endsAt": nil, "active": false,
		}).Require(t, 200)
		changed.RequireFields(t, kit.Fields{
			"name": "Sommer", "kind": "free_shipping", "value": 12.5, "minimum": 0, "audience": "retail", "startsAt": nil, "endsAt": nil,
			"active": false, "version": 2,
		})
		for _, bad := range []struct {
			method, path string
			body         body
			want         []string
		}{
			{"POST", automaticPath, body{"name": "x", "kind": "free_shipping"}, []string{"/value required"}},
			{"POST", automaticPath, body{"name": "x", "kind": "percent", "value": 100}, []string{"/value out_of_range"}},
			{"POST", automaticPath, body{"name": "x", "kind": "amount", "value": 5, "minimum": 5}, []string{"/minimum out_of_range"}},
			{"POST", automaticPath, body{"name": " ", "kind": "x", "value": 0, "audience": "vip"},
				[]string{"/audience not_allowed", "/kind not_allowed", "/name required", "/value out_of_range"}},
			{"PATCH", one, body{"kind": "amount"}, []string{"/minimum out_of_range"}},
			{"POST", automaticPath, body{"name": "x", "kind": "percent", "value": 5, "productIds": []string{unknown, "x"}},
				[]string{"/productIds/0 not_allowed", "/productIds/1 not_allowed"}},
			{"PATCH", one, body{"productIds": []string{unknown, unknown}}, []string{"/productIds/1 not_allowed"}},
			{"POST", automaticPath, body{"name": "x", "kind": "percent", "value": 5, "productIds": []string{unknown}},
				[]string{"/productIds/0 not_allowed"}},
			{"POST", automaticPath, body{"name": "x", "kind": "buy_x_get_y", "value": 100.01, "buyQuantity": 0},
				[]string{"/buyQuantity out_of_range", "/getQuantity required", "/value out_of_range"}},
			{"POST", automaticPath, body{"name": "x", "kind": "percent", "value": 5, "buyQuantity": 1, "getQuantity": 101},
				[]string{"/buyQuantity not_allowed", "/getQuantity out_of_range"}},
			{"PATCH", one, body{"kind": "buy_x_get_y", "getQuantity": 1}, []string{"/buyQuantity required"}},
			{"PATCH", one, body{"kind": "percent", "value": 100, "buyQuantity": 2},
				[]string{"/buyQuantity not_allowed", "/value out_of_range"}},
			{"PATCH", one, body{"getQuantity": 1}, []string{"/getQuantity not_allowed"}},
			{"PATCH", one, body{"name": nil, "kind": nil}, []string{"/kind wrong_type", "/name wrong_type"}},
		} {
			got := s.admin.Do(t, bad.method, bad.path, bad.body).Require(t, 422).Pointers()
			if slices.Sort(got); !slices.Equal(got, bad.want) {
				t.Errorf("%s %v: %v, want %v", bad.method, bad.body, got, bad.want)
			}
		}
		s.admin.With("If-Match", `"1"`).Do(t, "DELETE", one, nil).Require(t, 412, "precondition_failed")
		s.admin.Do(t, "DELETE", one, nil).Require(t, 204)
		for _, method := range []string{"GET", "PATCH", "DELETE"} {
			var b any
			if method == "PATCH" {
				b = body{"active": true}
			}
			s.admin.Do(t, method, one, b).Require(t, 404, "not_found")
			ada.Do(t, method, one, b).Require(t, 403, "forbidden")
		}
		log.RequireExactly(t, events.AutomaticPromotionSaved{PromotionID: made.Text("id"), Name: "Frühling", Active: true},
			events.AutomaticPromotionSaved{PromotionID: made.Text("id"), Name: "Sommer"},
			events.AutomaticPromotionSaved{PromotionID: made.Text("id"), Name: "Sommer", Deleted: true})
	})
}

func TestListOfAutomaticPromotions(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, b := range []body{
			{"name": "Frühling", "endsAt": "2026-12-02T00:00:00Z", "active": false}, {"name": "Always"},
			{"name": "Summer", "endsAt": "2026-12-01T00:00:00Z"},
		} {
			s.Clock.Advance(1e9)
			s.automatic(t, b)
		}
		const spring, always, summer = "Frühling", "Always", "Summer"
		for query, want := range map[string][]string{
			"": {always, spring, summer}, "?active=true": {always, summer}, "?active=false": {spring}, "?q=fruhling": {spring}, "?q=%25": nil,
			"?sort=-name": {summer, spring, always}, "?sort=createdAt": {spring, always, summer}, "?sort=-createdAt": {summer, always, spring},
			"?sort=endsAt": {summer, spring, always}, "?sort=-endsAt": {spring, summer, always}, "?sort=name&limit=1&page=2": {spring},
		} {
			if got := s.listed(t, automaticPath+query, "name"); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
	})
}

// There are at most 100, also when many are made at once. It fails on PostgreSQL without
// lockAutomaticPromotions.
func TestAutomaticPromotionsHaveALimit(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		all := make([]automaticPromotion, maxAutomaticPromotions-3)
		for i := range all {
			all[i] = automaticOff("Sale", 100)
			all[i].ID, all[i].Active, all[i].Minimum = id.New(), i%2 == 0, 200
		}
		if err := s.DB.Create(&all).Error; err != nil {
			t.Fatal(err)
		}
		got := rush(t, 8, func(int) (kit.Answer, error) {
			return s.admin.Try("POST", automaticPath, body{"name": "Sale", "kind": "free_shipping", "value": 5})
		})
		if want := map[string]int{"201": 3, "409limit_reached": 5}; !maps.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

// Of promotions that are switched off at once, each is out of what checkouts count with.
func TestAutomaticPromotionsSwitchedOffAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ids := make([]string, 8)
		for i := range ids {
			ids[i] = s.automatic(t)
		}
		got := rush(t, len(ids), func(i int) (kit.Answer, error) {
			return s.admin.Try("PATCH", automaticPath+"/"+ids[i], body{"active": false})
		})
		var row copies.Row
		err := s.DB.Table(settingsTable).Where("name = ?", automaticRow).Take(&row).Error
		if want := map[string]int{"200": len(ids)}; err != nil || !maps.Equal(got, want) || row.Value != "[]" {
			t.Errorf("%v %v, want %v; what counts is %s", err, got, want, row.Value)
		}
	})
}

// An automatic promotion counts in cart, quote and order without a code. A code that it outdoes
// stays in the cart, says so and is not used up.
func TestAutomaticPromotionOfAnOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.standardMethod(t)
		s.automatic(t, body{"minimum": 20, "audience": "retail"})
		one := s.promotion(t, body{"code": "ONE", "kind": "amount", "value": 1})
		ada, it := s.customer(t), s.sell(t, 1000, 100)
		put(t, s.wholesaler(t).API, it, 2).RequireFields(t, kit.Fields{"discounts": []any{}, "discountTotal": 0})
		put(t, ada.API, it, 1).RequireFields(t, kit.Fields{"discounts": []any{}, "discountTotal": 0})
		ada.Do(t, "POST", "/v1/cart/discounts", body{"code": "ONE"}).Require(t, 200).RequireFields(t, kit.Fields{
			"discounts.0.code": "ONE", "discounts.0.name": nil, "discountTotal": 1, "issues": []any{},
		})
		counts := kit.Fields{
			"discounts.0.code": "", "discounts.0.name": "Spring sale", "discounts.0.kind": "percent", "discounts.0.amount": 3,
			"discountTotal": 3,
		}
		outdone := put(t, ada.API, it, 2)
		outdone.RequireFields(t, counts)
		outdone.RequireFields(t, kit.Fields{
			"discounts.1.code": "ONE", "discounts.1.amount": 0, "issues.0.code": "better_discount", "issues.0.name": "ONE",
			"issues.0.itemId": nil, "issues.0.detail": "The code ONE takes nothing off: Spring sale saves more.", "total": 27,
		})
		chosen := body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}
		quote := ada.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200)
		quote.RequireFields(t, counts)
		quote.RequireFields(t, kit.Fields{"requirements": []any{}})
		placed := postCheckout(t, ada.API, method, body{"expectedTotal": quote.Number("total")}).Require(t, 201)
		placed.RequireFields(t, counts)
		placed.RequireFields(t, kit.Fields{"discounts.#": 1})
		if p := row[promotion](t, s, "id", one); p.Used != 0 {
			t.Errorf("the code is used %d times", p.Used)
		}
		s.requireSound(t, 1)
		ada.Do(t, "POST", "/v1/orders/"+placed.Text("id")+"/cancel", nil).Require(t, 200).RequireFields(t, counts)
	})
}

// A promotion for some products counts for their lines, in the cart and in the order, until it is
// for all again.
func TestAutomaticPromotionForProducts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, lines := s.standardMethod(t), s.mokaAndCup(t)
		promotionID := s.automatic(t, body{"productIds": []string{lines[1].ProductID}})
		one := automaticPath + "/" + promotionID
		s.admin.Do(t, "GET", one, nil).Require(t, 200).RequireFields(t, kit.Fields{"productIds": []any{lines[1].ProductID}, "version": 1})
		s.admin.Do(t, "PATCH", one, body{"productIds": []string{lines[1].ProductID}}).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
		ada := s.customer(t)
		put(t, ada.API, lines[0].item, lines[0].Quantity).RequireFields(t, kit.Fields{"discounts": []any{}})
		off := kit.Fields{"discounts.#": 1, "discounts.0.name": "Spring sale", "discounts.0.amount": 0.5, "discountTotal": 0.5}
		put(t, ada.API, lines[1].item, lines[1].Quantity).RequireFields(t, off)
		placed := postCheckout(t, ada.API, method).Require(t, 201)
		placed.RequireFields(t, off)
		var items []orderItem
		if err := s.DB.Select("*").Where("order_id = ?", placed.Text("id")).Find(&items).Error; err != nil || len(items) != 2 {
			t.Fatalf("%d lines: %v", len(items), err)
		}
		for _, i := range items {
			if want := map[int]money.Cents{3: 0, 1: 50}[i.Quantity]; i.Discount != want {
				t.Errorf("%d units have %v off, want %v", i.Quantity, i.Discount, want)
			}
		}
		s.requireSound(t, 1)
		s.admin.Do(t, "PATCH", one, body{"productIds": nil}).Require(t, 200).RequireFields(t, kit.Fields{"productIds": []any{}, "version": 2})
		s.refresh(t)
		put(t, ada.API, lines[0].item, 1).RequireFields(t, kit.Fields{"discounts.#": 1})
	})
}

// The database takes quantities with buy_x_get_y alone, and that kind with no other value.
func TestQuantitiesOfAutomaticPromotionsAreChecked(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for name, change := range map[string]func(p *automaticPromotion){
			"without quantities": func(p *automaticPromotion) { p.BuyQuantity, p.GetQuantity = nil, nil },
			"with one":           func(p *automaticPromotion) { p.GetQuantity = nil },
			"with none to get":   func(p *automaticPromotion) { p.GetQuantity = new(int64(0)) },
			"over 100 percent":   func(p *automaticPromotion) { p.Value++ },
			"of another kind":    func(p *automaticPromotion) { p.Kind = automaticFreeShipping },
		} {
			p := buyGet(2, 1, 100)
			p.ID, p.ProductIDs = id.New(), []string{}
			if change(&p); s.DB.Create(&p).Error == nil {
				t.Errorf("%s: it is stored", name)
			}
		}
	})
}

// Three for two counts in cart and order. Another kind has no quantities left.
func TestBuyXGetYOfAnOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it := s.standardMethod(t), s.sell(t, 1000, 100)
		promotionID := s.automatic(t, body{"name": "3 for 2", "kind": "buy_x_get_y", "value": 100, "buyQuantity": 2, "getQuantity": 1})
		one := automaticPath + "/" + promotionID
		s.admin.Do(t, "GET", one, nil).Require(t, 200).RequireFields(t, kit.Fields{"buyQuantity": 2, "getQuantity": 1})
		ada := s.customer(t)
		put(t, ada.API, it, 2).RequireFields(t, kit.Fields{"discounts": []any{}})
		off := kit.Fields{"discounts.#": 1, "discounts.0.name": "3 for 2", "discounts.0.kind": "buy_x_get_y", "discounts.0.amount": 10}
		put(t, ada.API, it, 3).RequireFields(t, off)
		postCheckout(t, ada.API, method).Require(t, 201).RequireFields(t, off)
		s.requireSound(t, 1)
		changed := s.admin.Do(t, "PATCH", one, body{"kind": "percent", "value": 10}).Require(t, 200)
		changed.RequireFields(t, kit.Fields{"buyQuantity": nil, "getQuantity": nil, "version": 2})
		s.admin.Do(t, "PATCH", one, body{"kind": "buy_x_get_y", "buyQuantity": 3, "getQuantity": 1}).Require(t, 200).
			RequireFields(t, kit.Fields{"buyQuantity": 3, "version": 3})
	})
}

// What an older binary wrote of a promotion for some products counts for all, until the next start.
func TestAutomaticPromotionsOfAnOlderBinary(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		pot, cup := s.sell(t, 1999, 10), s.sell(t, 500, 10)
		promotionID := s.automatic(t, body{"productIds": []string{cup.ProductID}})
		s.changeSilently(t, promotionID, func(p *automaticPromotion) { p.ProductIDs = nil })
		s.refresh(t)
		ada := s.customer(t)
		put(t, ada.API, pot, 1).RequireFields(t, kit.Fields{"discounts.#": 1})
		for range 2 {
			if err := s.Module.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		s.refresh(t)
		put(t, ada.API, pot, 2).RequireFields(t, kit.Fields{"discounts.#": 0})
		var row copies.Row
		err := s.DB.Table(settingsTable).Where("name = ?", automaticRow).Take(&row).Error
		if err != nil || row.Version != 3 { // made, by the older one, once at the starts
			t.Errorf("version %d, %v", row.Version, err)
		}
	})
}

// changeSilently changes what processes know of the promotion, as another process does whose signal
// gets lost.
func (s *setup) changeSilently(t *testing.T, promotionID string, change func(p *automaticPromotion)) {
	t.Helper()
	p := *row[automaticPromotion](t, s, "id", promotionID)
	change(&p)
	err := s.DB.Exec("UPDATE ordering_settings SET value = ?, version = version + 1 WHERE name = ?",
		string(kit.JSON(t, []automaticPromotion{p})), automaticRow).Error
	if err != nil {
		t.Fatal(err)
	}
}

// A promotion that ended, or was changed, between the quote and the checkout changes the total: an
// order is placed at what is so now, or with expectedTotal not at all. This process has not heard
// of the change. It fails without the version of the terms in writeOrder.
func TestAutomaticPromotionThatChanged(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it := s.standardMethod(t), s.sell(t, 1000, 100)
		for _, c := range []struct {
			name  string
			rest  body
			end   func(promotionID string, ada *customer)
			total float64
		}{
			{"switched off", nil, func(promotionID string, _ *customer) {
				s.changeSilently(t, promotionID, func(p *automaticPromotion) { p.Active = false })
			}, 24.90},
			{"half of it", nil, func(promotionID string, _ *customer) {
				s.changeSilently(t, promotionID, func(p *automaticPromotion) { p.Value = 500 })
			}, 23.90},
			{"over", body{"endsAt": s.Clock.Now().Add(time.Hour)}, func(_ string, ada *customer) { s.advance(t, time.Hour, ada) }, 24.90},
		} {
			promotionID, ada := s.automatic(t, c.rest), s.customer(t)
			put(t, ada.API, it, 2).RequireFields(t, kit.Fields{"total": 18})
			c.end(promotionID, &ada)
			refused := postCheckout(t, ada.API, method, body{"expectedTotal": 22.90}).Require(t, 409, "total_changed")
			if got := refused.Number("currentTotal"); got != c.total {
				t.Errorf("%s: %v, want %v", c.name, got, c.total)
			}
			postCheckout(t, ada.API, method).Require(t, 201).RequireFields(t, kit.Fields{"total": c.total})
			s.admin.Do(t, "DELETE", automaticPath+"/"+promotionID, nil).Require(t, 204)
			s.refresh(t)
		}
	})
}

// While a promotion is switched on and off, each checkout is at a total that was so, or refused. No
// order has the total of one and the discounts of the other.
func TestCheckoutsWhileAnAutomaticPromotionChanges(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const buyers = 24
		method := s.standardMethod(t)
		promotionID := s.automatic(t)
		crowd := s.crowd(t, buyers, nil, s.sell(t, 1000, 100))
		got := rush(t, buyers+8, func(i int) (kit.Answer, error) {
			if i%4 == 3 {
				return s.admin.Try("PATCH", automaticPath+"/"+promotionID, body{"active": i%8 == 7})
			}
			return tryCheckout(crowd[i-i/4].API, method, body{"expectedTotal": 13.90})
		})
		if got["200"] != 8 || got["201"]+got["409total_changed"] != buyers {
			t.Errorf("got %v", got)
		}
		var orders []order
		if err := s.DB.Find(&orders).Error; err != nil {
			t.Fatal(err)
		}
		for _, o := range orders {
			if o.Total != 1390 || len(o.Discounts) != 1 || o.Discounts[0].Amount != 100 {
				t.Errorf("%s: %v with %+v", o.Number, o.Total, o.Discounts)
			}
		}
		s.requireSound(t, got["201"])
		s.requireNoDeadlock(t)
	})
}

// Free shipping takes off what sending costs and nothing of the goods.
func TestFreeShipping(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it := s.standardMethod(t), s.sell(t, 1000, 100)
		s.admin.Do(t, "POST", automaticPath, body{"name": "Free", "kind": "free_shipping", "value": 6, "minimum": 20}).Require(t, 201)
		s.refresh(t)
		ada := s.customer(t)
		put(t, ada.API, it, 2)
		free := kit.Fields{"discounts.0.code": "", "discounts.0.name": "Free", "discounts.0.kind": "free_shipping",
			"discounts.0.amount": 0, "discounts.0.shipping": 0, "discountTotal": 0, "total": 20}
		cart := ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		cart.RequireFields(t, free)
		cart.RequireFields(t, kit.Fields{"issues": []any{}})
		ada.Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 200).RequireFields(t, kit.Fields{"0.id": method, "0.price": 0})
		free["discounts.0.shipping"], free["shippingTotal"], free["taxTotal"] = 4.9, 0, 3.19
		chosen := body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}
		quote := ada.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200)
		quote.RequireFields(t, free)
		quote.RequireFields(t, kit.Fields{"shippingMethods.0.price": 0, "taxes.0.gross": 20})
		postCheckout(t, ada.API, method, body{"expectedTotal": 20}).Require(t, 201).RequireFields(t, free)
	})
}

// Shipping methods come by what the buyer pays for all with them: of those that are free the one
// that would cost least, and none first that costs a better discount. A code takes the place of one
// that is outdone.
func TestShippingAndCodesBesideAutomaticPromotions(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		standard, it := s.standardMethod(t), s.sell(t, 3000, 100)
		s.method(t, body{"name": "Express", "price": 5.5})
		s.automatic(t, body{"kind": "free_shipping", "value": 6})
		ada := s.customer(t)
		put(t, ada.API, it, 1)
		ada.Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"0.id": standard, "0.price": 0, "1.name": "Express", "1.price": 0})
		s.automatic(t, body{"name": "Fiver", "kind": "amount", "value": 5.2, "minimum": 10})
		ada.Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"0.id": standard, "0.price": 4.9, "1.name": "Express", "1.price": 0})
		s.API.Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 200).RequireFields(t, kit.Fields{"0.price": 4.9})

		for code, value := range map[string]float64{"ONE": 1, "TEN": 10, "TWENTY": 20} {
			s.admin.Do(t, "POST", "/v1/admin/promotions", body{"code": code, "kind": "amount", "value": value}).Require(t, 201)
		}
		add := func(code string) kit.Answer { return ada.Do(t, "POST", "/v1/cart/discounts", body{"code": code}) }
		add("one").Require(t, 200).RequireFields(t, kit.Fields{"total": 24.8, "issues.0.code": "better_discount", "issues.0.name": "ONE"})
		add("ten").Require(t, 200).RequireFields(t, kit.Fields{"total": 20, "issues.#": 0, "discounts.#": 1, "discounts.0.code": "TEN"})
		add("twenty").Require(t, 409, "code_not_applicable")
	})
}

// What is sent back of an order is worth what it cost after the automatic promotion, to the cent:
// all units come to the whole.
func TestReturnsOfAnAutomaticPromotion(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.automatic(t, body{"kind": "amount", "value": 1})
		c := s.customer(t)
		o := s.placeWith(t, c, payByInvoice, s.mokaAndCup(t), []string{})
		var sum money.Cents
		stored := row[order](t, s, "id", o.OrderID)
		if err := s.DB.Select("*").Where("order_id = ?", o.OrderID).Find(&stored.Items).Error; err != nil {
			t.Fatal(err)
		}
		for i := range stored.Items {
			line := &stored.Items[i]
			for n := range line.Quantity {
				sum += line.value(n, 1)
			}
		}
		if stored.Discount != 100 || sum != stored.Total-stored.Shipping {
			t.Errorf("%v off, the units are worth %v of %v", stored.Discount, sum, stored.Total)
		}
	})
}
