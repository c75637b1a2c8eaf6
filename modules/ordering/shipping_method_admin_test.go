package ordering

import (
	"slices"
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
			`","name":"Standard","countries":["DE","AT"],"price":4.9,"freeFrom":50,"minDays":2,"maxDays":4,"active":true,"version":1}`
		if string(made.Body) != want || made.Header.Get("Location") != path+"/"+methodID {
			t.Errorf("made %s at %q", made.Body, made.Header.Get("Location"))
		}
		if got := s.admin.Do(t, "GET", path+"/"+methodID, nil).Require(t, 200); string(got.Body) != want {
			t.Errorf("got %s", got.Body)
		}
		changed := s.admin.Do(t, "PATCH", path+"/"+methodID, body{"countries": nil, "freeFrom": nil, "maxDays": 5, "active": false}).
			Require(t, 200)
		want = `{"id":"` + methodID +
			`","name":"Standard","countries":[],"price":4.9,"freeFrom":null,"minDays":2,"maxDays":5,"active":false,"version":2}`
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
			{body{"extra": 1}, "/extra unexpected_field"},
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
