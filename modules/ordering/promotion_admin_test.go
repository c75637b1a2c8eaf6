package ordering

import (
	"slices"
	"strings"
	"testing"

	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// requireAdminsOnly checks what every operation of a resource of admins refuses.
func (s *setup) requireAdminsOnly(t *testing.T, path string, valid body, known string) {
	t.Helper()
	customer, _ := s.As(t, auth.RoleCustomer)
	for _, op := range []struct {
		method, path string
		body         any
	}{{"GET", path, nil}, {"POST", path, valid}, {"GET", path + "/" + known, nil}, {"PATCH", path + "/" + known, body{}},
		{"DELETE", path + "/" + known, nil}} {
		s.API.Do(t, op.method, op.path, op.body).Require(t, 401, "unauthenticated")
		customer.Do(t, op.method, op.path, op.body).Require(t, 403, "forbidden")
	}
	for _, unknown := range []string{id.New(), "no-id"} {
		s.admin.Do(t, "GET", path+"/"+unknown, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "PATCH", path+"/"+unknown, body{}).Require(t, 404, "not_found")
		s.admin.Do(t, "DELETE", path+"/"+unknown, nil).Require(t, 404, "not_found")
	}
}

// A change to what is there already changes nothing: nobody else's If-Match fails for it.
func TestChangesToTheSame(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		dated := body{"startsAt": "2026-03-01T00:00:00Z", "endsAt": "2026-06-01T00:00:00Z"}
		for path, spec := range map[string]body{
			"/v1/admin/promotions": with(body{"code": "SPRING", "kind": "percent", "value": 12.5, "usageLimit": 3}, dated),
			automaticPath:          with(body{"name": "Spring", "kind": "amount", "value": 5, "minimum": 20}, dated),
			"/v1/admin/shipping-methods": {"name": "Parcel", "price": 4.9, "minDays": 1, "maxDays": 2, "countries": []string{"DE"},
				"rates": []body{{"countries": []string{"DE"}, "postalPrefixes": []string{"18565"}, "price": 9}}},
		} {
			made := s.admin.Do(t, "POST", path, spec).Require(t, 201)
			one, log := path+"/"+made.Text("id"), eventbustest.Record(t, s.DB)
			for _, same := range []body{{}, spec} {
				s.admin.Do(t, "PATCH", one, same).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
			}
			requireEvents(t, log)
			s.admin.Do(t, "PATCH", one, body{"active": false}).Require(t, 200).RequireFields(t, kit.Fields{"version": 2, "active": false})
		}
	})
}

func TestPromotions(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/promotions"
		log := eventbustest.Record(t, s.DB)
		valid := body{
			"code": "spring-10", "kind": "percent", "value": 12.5, "minimum": 20, "startsAt": "2026-03-01T00:00:00Z",
			"endsAt":     "2026-06-01T00:00:00+02:00",
			"usageLimit": 100, "perCustomerLimit": 1,
		}
		made := s.admin.Do(t, "POST", path, valid).Require(t, 201)
		promotionID := made.Text("id")
		want := `{"id":"` + promotionID +
			`","code":"SPRING-10","kind":"percent","value":12.5,"minimum":20,"startsAt":"2026-03-01T00:00:00.000Z",` +
			`"endsAt":"2026-05-31T22:00:00.000Z","usageLimit":100,"perCustomerLimit":1,"used":0,"active":true,"version":1}`
		if string(made.Body) != want || made.Header.Get("Location") != path+"/"+promotionID {
			t.Errorf("made %s at %q", made.Body, made.Header.Get("Location"))
		}
		s.admin.Do(t, "POST", path, valid).Require(t, 409, "in_use")
		other := s.admin.Do(t, "POST", path, body{"code": "FIVE", "kind": "amount", "value": 500}).Require(t, 201)
		s.admin.Do(t, "PATCH", path+"/"+other.Text("id"), body{"code": "Spring-10"}).Require(t, 409, "in_use")

		changed := s.admin.Do(t, "PATCH", path+"/"+promotionID, body{
			"kind": "amount", "value": 5, "minimum": nil, "startsAt": nil, "endsAt": nil, "usageLimit": nil, "perCustomerLimit": nil,
			"active": false,
		}).Require(t, 200)
		want = `{"id":"` + promotionID +
			`","code":"SPRING-10","kind":"amount","value":5,"minimum":0,"startsAt":null,"endsAt":null,"usageLimit":null,"perCustomerLimit":null,"used":0,"active":false,"version":2}`
		if string(changed.Body) != want {
			t.Errorf("changed to %s", changed.Body)
		}
		if got := s.admin.Do(t, "GET", path+"/"+promotionID, nil).Require(t, 200); string(got.Body) != want {
			t.Errorf("got %s", got.Body)
		}
		if list := s.admin.Do(t, "GET", path+"?limit=1", nil).Require(t, 200); list.Text("data.0.code") != "FIVE" ||
			list.Number("meta.total") != 2 {
			t.Errorf("list: %s", list.Body)
		}
		if err := s.DB.Model(&promotion{}).Where("id = ?", promotionID).Update("used", 3).Error; err != nil {
			t.Fatal(err)
		}
		s.requireAdminsOnly(t, path, valid, promotionID)
		for _, bad := range []struct {
			change body
			want   string
		}{
			{body{"usageLimit": 2}, "/usageLimit out_of_range"}, {body{"kind": "percent", "value": 100.01}, "/value out_of_range"},
			{body{"value": 0}, "/value out_of_range"},
			{body{"startsAt": "2026-03-01T00:00:00Z", "endsAt": "2026-03-01T00:00:00Z"}, "/endsAt out_of_range"},
			{body{"code": "a b"}, "/code bad_format"},
			{body{"code": strings.Repeat("x", 41)}, "/code too_long"}, {body{"kind": "gift"}, "/kind not_allowed"},
			{body{"active": nil}, "/active wrong_type"},
		} {
			if got := s.admin.Do(t, "PATCH", path+"/"+promotionID, bad.change).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v", bad.change, got.Pointers())
			}
		}
		s.admin.Do(t, "POST", path, body{"code": "MORE", "kind": "percent", "value": 101}).Require(t, 422, "validation_failed")
		s.admin.Do(t, "DELETE", path+"/"+promotionID, nil).Require(t, 204)

		saved := func(promotionID, code string, active, deleted bool) events.PromotionSaved {
			return events.PromotionSaved{PromotionID: promotionID, Code: code, Active: active, Deleted: deleted}
		}
		log.RequireExactly(t, saved(promotionID, "SPRING-10", true, false), saved(other.Text("id"), "FIVE", true, false),
			saved(promotionID, "SPRING-10", false, false), saved(promotionID, "SPRING-10", false, true))
	})
}
