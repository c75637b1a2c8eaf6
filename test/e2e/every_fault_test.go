package e2e

import (
	"slices"
	"testing"
)

// Every fault of a request is named at once: those of the rules that need the clock or the
// configuration beside those of a field's type, and beside a field that is none of the request's.
// unexpected_field alone is the code of a request only when nothing else is wrong.
func TestEveryFaultIsNamedAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const hook = "https://hooks.example.com/in"
		made := func(path string, b object) string {
			return path + "/" + s.admin.Do(t, "POST", path, b).Require(t, 201).Text("id")
		}
		endpoint := made("/v1/admin/webhooks", object{"url": hook, "events": []string{"*"}})
		promotion := made("/v1/admin/promotions", object{"code": "TEN", "kind": "percent", "value": 10})
		automatic := made("/v1/admin/automatic-promotions", object{"name": "Sale", "kind": "percent", "value": 10})
		method := made("/v1/admin/shipping-methods", object{"name": "Post", "price": 4.9, "minDays": 2, "maxDays": 4})
		key := made("/v1/admin/api-keys", object{"name": "ERP", "scopes": []string{"orders:read"}})
		const past, later = "2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"
		for _, row := range []struct {
			method, path string
			body         object
			want         []string
		}{
			{"POST", "/v1/admin/webhooks", object{"url": "http://10.0.0.1", "events": []string{"nothing.*"}, "enabled": "yes", "z": 1},
				[]string{"/enabled wrong_type", "/events/0 not_allowed", "/url not_allowed", "/z unexpected_field"}},
			{"PATCH", endpoint, object{"url": "ftp://x", "events": []any{"nothing.*", 5}, "z": 1},
				[]string{"/events/0 not_allowed", "/events/1 wrong_type", "/url bad_format", "/z unexpected_field"}},
			{"POST", "/v1/admin/webhooks/replays", object{"endpointId": 5, "from": later, "to": past, "events": []string{"nothing.*"}, "z": 1},
				[]string{"/endpointId wrong_type", "/events/0 not_allowed", "/from out_of_range", "/to out_of_range", "/z unexpected_field"}},
			{"GET", "/v1/admin/events/feed?after=x&events=nothing.*&limit=many&z=1", nil,
				[]string{"?after bad_format", "?events not_allowed", "?limit wrong_type", "?z unexpected_field"}},
			{"POST", "/v1/admin/promotions", object{"code": "?", "kind": "percent", "value": 101, "startsAt": later, "endsAt": past, "z": 1},
				[]string{"/code bad_format", "/endsAt out_of_range", "/value out_of_range", "/z unexpected_field"}},
			{"PATCH", promotion, object{"kind": "percent", "value": 101, "startsAt": later, "endsAt": past, "active": 1, "z": 1},
				[]string{"/active wrong_type", "/endsAt out_of_range", "/value out_of_range", "/z unexpected_field"}},
			{"POST", "/v1/admin/automatic-promotions", object{"name": "", "kind": "percent", "value": 101, "audience": "me", "startsAt": later,
				"endsAt": past, "z": 1},
				[]string{"/audience not_allowed", "/endsAt out_of_range", "/name required", "/value out_of_range", "/z unexpected_field"}},
			{"PATCH", automatic, object{"kind": "percent", "value": 101, "startsAt": later, "endsAt": past, "active": 1, "z": 1},
				[]string{"/active wrong_type", "/endsAt out_of_range", "/value out_of_range", "/z unexpected_field"}},
			{"POST", "/v1/admin/shipping-methods", object{"name": 5, "price": 1, "minDays": 3, "maxDays": 2, "z": 1},
				[]string{"/maxDays out_of_range", "/name wrong_type", "/z unexpected_field"}},
			{"PATCH", method, object{"minDays": 3, "maxDays": 2, "z": 1}, []string{"/maxDays out_of_range", "/z unexpected_field"}},
			{"POST", "/v1/admin/api-keys", object{"name": "", "scopes": []string{"x"}, "expiresAt": past, "z": 1},
				[]string{"/expiresAt out_of_range", "/name required", "/scopes/0 not_allowed", "/z unexpected_field"}},
			{"PATCH", key, object{"expiresAt": past, "z": 1}, []string{"/expiresAt out_of_range", "/z unexpected_field"}},
			{"GET", "/v1/admin/sales?from=" + later + "&to=" + past + "&timeZone=Mars&interval=x&z=1", nil,
				[]string{"?from out_of_range", "?interval not_allowed", "?timeZone not_allowed", "?z unexpected_field"}},
			{"GET", "/v1/admin/events?cursor=x&page=2&limit=0&z=1", nil,
				[]string{"?cursor bad_format", "?limit out_of_range", "?page out_of_range", "?z unexpected_field"}},
			{"GET", "/v1/admin/audit?cursor=x&page=2&z=1", nil, []string{"?cursor bad_format", "?page out_of_range", "?z unexpected_field"}},
			{"POST", "/v1/admin/products", object{"name": 5, "images": []object{{"url": "http://cdn.example.com/x.png"}}, "z": 1},
				[]string{"/images/0/url bad_format", "/name wrong_type", "/z unexpected_field"}},
			{"POST", "/v1/admin/events/dead/retry", object{"name": 5}, []string{"/consumer required", "/name wrong_type"}},
		} {
			var b any
			if row.body != nil {
				b = row.body
			}
			got := s.admin.Do(t, row.method, row.path, b).Require(t, 422, "validation_failed").Pointers()
			if slices.Sort(got); !slices.Equal(got, row.want) {
				t.Errorf("%s %s: %q, want %q", row.method, row.path, got, row.want)
			}
		}
	})
}
