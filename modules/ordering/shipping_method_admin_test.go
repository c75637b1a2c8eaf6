package ordering

import (
	"slices"
	"testing"

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
			{body{"name": " "}, "/name too_short"}, {body{"price": -1}, "/price out_of_range"},
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

		name := func(methodID, name string, active, deleted bool) events.ShippingMethodSaved {
			return events.ShippingMethodSaved{ShippingMethodID: methodID, Name: name, Active: active, Deleted: deleted}
		}
		log.RequireExactly(t, name(methodID, "Standard", true, false), name(methodID, "Standard", false, false),
			name(least.Text("id"), "Express", true, false), name(methodID, "Standard", false, true))
	})
}
