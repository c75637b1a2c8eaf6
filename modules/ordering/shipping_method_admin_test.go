package ordering

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func TestShippingMethods(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/shipping-methods"
		log := eventbustest.Record(t, s.DB)
		valid := body{"name": " Standard ", "countries": []string{"DE", "AT"}, "price": 4.9, "freeFrom": 50, "minDays": 2, "maxDays": 4}
		made := s.admin.Do(t, "POST", path, valid).Require(t, 201)
		methodID := made.Text("id")
		want := `{"id":"` + methodID +
			`","name":"Standard","kind":"delivery","texts":[],"countries":["DE","AT"],"price":4.9,"freeFrom":50,"rates":[],"minDays":2,"maxDays":4,"active":true,"version":1}`
		if string(made.Body) != want || made.Header.Get("Location") != path+"/"+methodID {
			t.Errorf("made %s at %q", made.Body, made.Header.Get("Location"))
		}
		if got := s.admin.Do(t, "GET", path+"/"+methodID, nil).Require(t, 200); string(got.Body) != want {
			t.Errorf("got %s", got.Body)
		}
		changed := s.admin.Do(t, "PATCH", path+"/"+methodID, body{"countries": nil, "freeFrom": nil, "maxDays": 5, "active": false}).
			Require(t, 200)
		want = `{"id":"` + methodID +
			`","name":"Standard","kind":"delivery","texts":[],"countries":[],"price":4.9,"freeFrom":null,"rates":[],"minDays":2,"maxDays":5,"active":false,"version":2}`
		if string(changed.Body) != want {
			t.Errorf("changed to %s", changed.Body)
		}
		least := s.admin.Do(t, "POST", path, body{"name": "Express", "price": 0, "minDays": 1, "maxDays": 1}).Require(t, 201)
		s.admin.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.id": least.At("id"), "data.1.id": methodID, "meta.total": 2,
		})
		s.requireAdminsOnly(t, path, valid, methodID)
		s.admin.Do(t, "DELETE", path+"/"+methodID, nil).Require(t, 204)
		s.admin.Do(t, "GET", path+"/"+methodID, nil).Require(t, 404)

		for _, bad := range []struct {
			change body
			want   string
		}{
			{body{"name": " "}, "/name required"}, {body{"price": -1}, "/price out_of_range"},
			{body{"countries": []string{"de"}}, "/countries/0 bad_format"},
			{body{"minDays": 5}, "/maxDays out_of_range"}, {body{"freeFrom": "x"}, "/freeFrom wrong_type"},
			{body{"extra": 1}, "/extra unexpected_field"}, {body{"price": nil}, "/price required"},
		} {
			b := with(body{"name": "Standard", "price": 4.9, "minDays": 2, "maxDays": 4}, bad.change)
			if got := s.admin.Do(t, "POST", path, b).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v", bad.change, got.Pointers())
			}
		}
		s.admin.Do(t, "PATCH", path+"/"+least.Text("id"), body{"minDays": 2}).Require(t, 422, "validation_failed")

		freeFrom := int64(5000)
		standard := events.ShippingMethodSaved{
			ShippingMethodID: methodID, Name: "Standard", Kind: events.ShippingDelivery, Countries: []string{"DE", "AT"},
			FreeFrom: &freeFrom, Active: true,
		}
		everywhere := standard
		everywhere.Countries, everywhere.FreeFrom, everywhere.Active = []string{}, nil, false
		express, deleted := everywhere, everywhere
		express.ShippingMethodID, express.Name, express.Active = least.Text("id"), "Express", true
		deleted.Deleted = true
		log.RequireExactly(t, standard, everywhere, express, deleted)
	})
}

// A start publishes the methods that a former binary has saved, each once, whichever replicas start
// at once.
func TestShippingMethodsFromBeforeAnUpgrade(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/shipping-methods"
		var ids []string
		for _, name := range []string{"Express", "Standard", "Later"} {
			b := body{"name": name, "price": 4.9, "minDays": 2, "maxDays": 4, "active": name == "Standard"}
			ids = append(ids, s.admin.Do(t, "POST", path, b).Require(t, 201).Text("id"))
		}
		s.inTx(t, func(tx *gorm.DB) error {
			return tx.Exec("UPDATE ordering_shipping_methods SET announced = FALSE, countries = 'null' WHERE id <> ?", ids[2]).Error
		})
		log := eventbustest.Record(t, s.DB)
		var starts errgroup.Group
		for range 4 {
			d := s.deps(t)
			starts.Go(func() error { return d.announceShippingMethods(t.Context()) })
		}
		if err := starts.Wait(); err != nil {
			t.Fatal(err)
		}
		saved := func(methodID, name string, active bool) events.ShippingMethodSaved {
			return events.ShippingMethodSaved{
				ShippingMethodID: methodID, Name: name, Kind: events.ShippingDelivery, Countries: []string{}, Active: active,
			}
		}
		log.RequireExactly(t, saved(ids[0], "Express", false), saved(ids[1], "Standard", true))
	})
}

// prefixes are n beginnings of postal codes.
func prefixes(n int) (all []string) {
	for i := range n {
		all = append(all, strconv.Itoa(10_000+i))
	}
	return all
}

// A table of rates and texts by language are shown as they were saved. All that is wrong with them
// is said at once.
func TestShippingMethodsWithRates(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/shipping-methods"
		rates := []body{
			{"price": 14.9},
			{"countries": []string{"DE"}, "postalPrefixes": []string{"258", "SW1"}, "fromGrams": 5000, "fromGoods": 50, "price": 9.9},
		}
		valid := body{"name": "Parcel", "countries": []string{"DE", "AT"}, "price": 4.9, "minDays": 2, "maxDays": 4, "rates": rates,
			"texts": []body{{"locale": "de", "text": " Paket "}, {"locale": "en", "text": "Parcel"}}}
		made := s.admin.Do(t, "POST", path, valid).Require(t, 201)
		one := path + "/" + made.Text("id")
		made.RequireFields(t, kit.Fields{
			"rates.0.countries": []any{}, "rates.0.postalPrefixes": []any{}, "rates.0.fromGrams": 0, "rates.0.fromGoods": 0,
			"rates.0.price": 14.9, "rates.1.countries.0": "DE", "rates.1.postalPrefixes.1": "SW1", "rates.1.fromGrams": 5000,
			"rates.1.fromGoods": 50, "rates.1.price": 9.9, "texts.0.locale": "de", "texts.0.text": "Paket", "version": 1,
		})
		if got := s.admin.Do(t, "GET", one, nil).Require(t, 200); string(got.Body) != string(made.Body) {
			t.Errorf("got %s, made %s", got.Body, made.Body)
		}

		row := func(changes body) body { return with(body{"price": 1}, changes) }
		many := make([]body, maxRates+1)
		for i := range many {
			many[i] = row(body{"fromGrams": i})
		}
		for _, bad := range []struct {
			change body
			want   []string
		}{
			{body{"rates": many}, []string{"/rates too_long"}},
			{body{"rates": []body{row(nil), row(nil)}, "maxDays": 1}, []string{"/maxDays out_of_range", "/rates/1 not_allowed"}},
			{body{"rates": []body{row(body{"countries": []string{"DE", "FR"}, "fromGrams": -1, "fromGoods": -1, "price": -1})}},
				[]string{"/rates/0/fromGoods out_of_range", "/rates/0/fromGrams out_of_range", "/rates/0/price out_of_range"}},
			{body{"rates": []body{row(body{"countries": []string{"DE", "FR"}}), row(body{"postalPrefixes": []string{"1"}})}},
				[]string{"/rates/0/countries/1 not_allowed", "/rates/1/countries required"}},
			{body{"rates": []body{row(body{"fromGrams": 1_000_001, "postalPrefixes": []string{"a", "", "12345678901"}})}},
				[]string{"/rates/0/fromGrams out_of_range", "/rates/0/postalPrefixes/0 bad_format", "/rates/0/postalPrefixes/1 too_short",
					"/rates/0/postalPrefixes/2 too_long"}},
			{body{"texts": []body{{"locale": "en", "text": "A"}, {"locale": "en", "text": "B"}}}, []string{"/texts/1/locale not_allowed"}},
			{body{"texts": []body{{"locale": "en", "text": strings.Repeat("x", 501)}}}, []string{"/texts/0/text too_long"}},
			{body{"rates": []body{row(body{"countries": slices.Repeat([]string{"DE"}, 251), "postalPrefixes": prefixes(maxPrefixes + 1)})}},
				[]string{"/rates/0/countries too_long", "/rates/0/postalPrefixes too_long"}},
			{body{"texts": []body{{"locale": "fr", "text": " "}}}, []string{"/texts/0/locale not_allowed", "/texts/0/text required"}},
			{body{"kind": "drone"}, []string{"/kind not_allowed"}},
			{body{"kind": "pickup", "freeFrom": 1}, []string{"/countries not_allowed", "/freeFrom not_allowed", "/price not_allowed",
				"/rates not_allowed"}},
		} {
			got := s.admin.Do(t, "POST", path, with(maps.Clone(valid), bad.change)).Require(t, 422, "validation_failed").Pointers()
			if slices.Sort(got); !slices.Equal(got, bad.want) {
				t.Errorf("%v: %v, want %v", bad.change, got, bad.want)
			}
			if bad.change["rates"] == nil && bad.change["kind"] == nil {
				continue
			}
			s.admin.Do(t, "PATCH", one, bad.change).Require(t, 422, "validation_failed")
		}
		many[0] = row(body{"countries": []string{"DE"}, "postalPrefixes": prefixes(maxPrefixes), "fromGrams": maxRateGrams})
		full := body{"rates": many[:maxRates], "texts": []body{{"locale": "en", "text": strings.Repeat("x", 500)}}}
		s.admin.Do(t, "POST", path, with(maps.Clone(valid), full)).Require(t, 201).
			RequireFields(t, kit.Fields{"rates.#": 200, "rates.0.postalPrefixes.#": 50})
		// The countries of the method are those of its rows, too.
		got := s.admin.Do(t, "PATCH", one, body{"countries": []string{"AT"}}).Require(t, 422).Pointers()
		if !slices.Equal(got, []string{"/rates/1/countries/0 not_allowed"}) {
			t.Errorf("%v", got)
		}
		s.admin.Do(t, "PATCH", one, body{"countries": []string{"AT"}, "rates": nil, "texts": nil}).Require(t, 200).
			RequireFields(t, kit.Fields{"rates": []any{}, "texts": []any{}, "version": 2})
		s.admin.Do(t, "PATCH", one, body{"kind": "pickup"}).Require(t, 422)
		s.admin.Do(t, "PATCH", one, body{"kind": "pickup", "countries": nil, "price": 0}).Require(t, 200).
			RequireFields(t, kit.Fields{"kind": "pickup", "price": 0, "version": 3})
	})
}
