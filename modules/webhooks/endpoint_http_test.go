package webhooks

import (
	"encoding/base64"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orderd/modules/webhooks/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

const hook = "https://hooks.example.com/orderd?token=t"

func TestEndpointsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		known := s.endpoint(t, hook, "*").Text("id")
		customer, _ := s.As(t, auth.RoleCustomer)
		for _, op := range []struct {
			method, path string
			body         any
		}{
			{"GET", path, nil}, {"POST", path, body{"url": hook, "events": []string{"*"}}}, {"GET", path + "/" + known, nil},
			{"PATCH", path + "/" + known, body{}}, {"DELETE", path + "/" + known, nil}, {"POST", path + "/" + known + "/rotate-secret", body{}},
		} {
			s.API.Do(t, op.method, op.path, op.body).Require(t, 401, "unauthenticated")
			customer.Do(t, op.method, op.path, op.body).Require(t, 403, "forbidden")
		}
		packer := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleStaff, Scopes: "webhooks:write"})
		personal := body{"url": hook, "events": []string{"*"}, "personalData": true}
		for _, refused := range []kit.Answer{packer.Do(t, "POST", path, personal),
			packer.Do(t, "PATCH", path+"/"+known, body{"personalData": true})} {
			if refused.Require(t, 403, "forbidden"); refused.Text("requiredScope") != "customers:read" {
				t.Errorf("%s", refused.Body)
			}
		}
		packer.Do(t, "PATCH", path+"/"+known, body{"personalData": false}).Require(t, 200)
		s.requireOwnPersonalData(t, packer)
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "GET", path+"/"+unknown, nil).Require(t, 404, "not_found")
			s.admin.Do(t, "PATCH", path+"/"+unknown, body{}).Require(t, 404, "not_found")
			s.admin.Do(t, "DELETE", path+"/"+unknown, nil).Require(t, 404, "not_found")
			s.admin.Do(t, "POST", path+"/"+unknown+"/rotate-secret", nil).Require(t, 404, "not_found")
		}
	})
}

// requireOwnPersonalData requires that a caller without customers:read can't send to another URL
// what an endpoint with personal data gets, nor make it get more.
func (s *setup) requireOwnPersonalData(t *testing.T, packer *kit.API) {
	t.Helper()
	made := s.admin.Do(t, "POST", path, body{"url": hook, "events": []string{"*"}, "personalData": true}).Require(t, 201)
	one := path + "/" + made.Text("id")
	refused := packer.Do(t, "PATCH", one, body{"url": "https://elsewhere.example.com"}).Require(t, 403, "forbidden")
	if refused.Text("requiredScope") != "customers:read" {
		t.Errorf("%s", refused.Body)
	}
	packer.Do(t, "PATCH", one, body{"url": hook, "description": "Ours.", "events": []string{"ordering.*"}}).Require(t, 200)
	packer.Do(t, "PATCH", one, body{"events": []string{"ordering.order_*", "ordering.stock_low.v1"}}).Require(t, 200)
	for _, more := range [][]string{{"*"}, {"ordering.*"}, {"ordering.order_*", "ordering.stock_changed.v1"}} {
		packer.Do(t, "PATCH", one, body{"events": more}).Require(t, 403, "forbidden")
		packer.Do(t, "POST", path+"/replays", body{"endpointId": made.Text("id"), "from": "2026-01-01T00:00:00Z", "events": more}).
			Require(t, 403, "forbidden")
	}
	packer.Do(t, "POST", path+"/replays", body{"endpointId": made.Text("id"), "from": "2026-01-01T00:00:00Z"}).Require(t, 201)
	packer.Do(t, "PATCH", one, body{"url": "https://elsewhere.example.com", "personalData": false}).Require(t, 200)
}

func TestBadEndpoints(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		known := s.endpoint(t, hook, "*").Text("id")
		star, many := []string{"*"}, slices.Repeat([]string{"*"}, 51)
		for _, row := range []struct {
			body body
			want string
		}{
			{body{"events": star}, "/url required"},
			{body{"url": hook}, "/events required"},
			{body{"url": "https://x.example/" + strings.Repeat("x", 2048), "events": star}, "/url too_long"},
			{body{"url": "", "events": star}, "/url required"},
			{body{"url": "ftp://x.example", "events": star}, "/url bad_format"},
			{body{"url": "https:///x", "events": star}, "/url bad_format"},
			{body{"url": "http://x.example", "events": star}, "/url not_allowed"},
			{body{"url": "https://10.0.0.1", "events": star}, "/url not_allowed"},
			{body{"url": hook, "events": []string{}}, "/events too_short"},
			{body{"url": hook, "events": many}, "/events too_long"},
			{body{"url": hook, "events": []string{"*", "ordering.nothing.v1"}}, "/events/1 not_allowed"},
			{body{"url": hook, "events": []string{"identity.logged_in.v1"}}, "/events/0 not_allowed"},
			{body{"url": hook, "events": []string{"mailer.*"}}, "/events/0 not_allowed"},
			{body{"url": hook, "events": star, "secret": "x"}, "/secret unexpected_field"},
			{body{"url": hook, "events": star, "enabled": "yes"}, "/enabled wrong_type"},
		} {
			if got := s.admin.Do(t, "POST", path, row.body).Require(t, 422); !slices.Equal(got.Pointers(), []string{row.want}) {
				t.Errorf("%v: %v, want %s", row.body, got.Pointers(), row.want)
			}
			if strings.HasSuffix(row.want, "required") {
				continue
			}
			if got := s.admin.Do(t, "PATCH", path+"/"+known, row.body).Require(t, 422); !slices.Equal(got.Pointers(), []string{row.want}) {
				t.Errorf("PATCH %v: %v, want %s", row.body, got.Pointers(), row.want)
			}
		}
		s.admin.Do(t, "POST", path, "{").Require(t, 400, "malformed_json")
	})
}

func TestEndpoints(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		made := s.admin.Do(t, "POST", path, body{"url": hook, "events": []string{"ordering.*"}, "description": "The warehouse."}).Require(t, 201)
		endpointID := made.Text("id")
		made.RequireFields(t, kit.Fields{
			"url": hook, "events.0": "ordering.*", "description": "The warehouse.", "personalData": false, "enabled": true, "status": "active",
			"disabledReason": nil, "disabledAt": nil, "failingSince": nil, "lastSuccessAt": nil, "pending": 0, "oldSecretUntil": nil,
		})
		text, isSecret := strings.CutPrefix(made.Text("secret"), "whsec_")
		if key, err := base64.StdEncoding.DecodeString(text); !isSecret || err != nil || len(key) != 32 ||
			made.Header.Get("Location") != path+"/"+endpointID {
			t.Errorf("made %s at %q", made.Body, made.Header.Get("Location"))
		}
		got := s.admin.Do(t, "GET", path+"/"+endpointID, nil).Require(t, 200)
		list := s.admin.Do(t, "GET", path, nil).Require(t, 200)
		if got.Text("secret") != "" || list.Text("data.0.secret") != "" || list.Text("data.0.id") != endpointID ||
			list.Number("meta.total") != 1 {
			t.Errorf("got %s, list %s", got.Body, list.Body)
		}
		s.Clock.Advance(time.Minute)
		off := s.admin.Do(t, "PATCH", path+"/"+endpointID, body{"enabled": false, "description": nil, "events": []string{"*"}}).Require(t, 200)
		off.RequireFields(t, kit.Fields{"status": "disabled", "disabledReason": "admin", "description": nil, "events.0": "*"})
		if off.Text("disabledAt") == "" || off.Text("disabledAt") != off.Text("updatedAt") {
			t.Errorf("disabled: %s", off.Body)
		}
		on := s.admin.Do(t, "PATCH", path+"/"+endpointID, body{"enabled": true}).Require(t, 200)
		on.RequireFields(t, kit.Fields{"status": "active", "disabledReason": nil, "disabledAt": nil, "url": hook})
		s.admin.Do(t, "DELETE", path+"/"+endpointID, nil).Require(t, 204)
		s.admin.Do(t, "DELETE", path+"/"+endpointID, nil).Require(t, 404, "not_found")

		saved := events.EndpointSaved{
			EndpointID: endpointID, Host: "hooks.example.com", Events: []string{"ordering.*"}, Enabled: true, Created: true,
		}
		disabled, enabled := saved, saved
		disabled.Events, disabled.Enabled, disabled.Created = []string{"*"}, false, false
		enabled.Events, enabled.Created = []string{"*"}, false
		at, err := time.Parse(time.RFC3339Nano, off.Text("disabledAt"))
		if err != nil {
			t.Fatal(err)
		}
		recorded := eventbustest.Of[events.EndpointDisabled](log)
		if len(recorded) != 1 || recorded[0].DisabledAt.Sub(at).Abs() > time.Millisecond {
			t.Fatalf("disabled: %v", recorded)
		}
		log.RequireExactly(t, saved, disabled, recorded[0], enabled, events.EndpointDeleted{EndpointID: endpointID, Host: "hooks.example.com"})
	})
}

// Of many at once there are never more than 20. After one is deleted, another can be registered.
func TestAtMostTwentyEndpoints(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var made, refused atomic.Int64
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() {
				answer, err := kit.Patiently(func() (kit.Answer, error) {
					return s.admin.Try("POST", path, body{"url": hook, "events": []string{"*"}})
				})
				switch {
				case err == nil && answer.Status == 201:
					made.Add(1)
				case err == nil && answer.Status == 409 && answer.Text("code") == "limit_reached":
					refused.Add(1)
				default:
					t.Errorf("%d %v %s", answer.Status, err, answer.Body)
				}
			})
		}
		all.Wait()
		if made.Load() != 20 || refused.Load() != 10 {
			t.Fatalf("%d made, %d refused", made.Load(), refused.Load())
		}
		list := s.admin.Do(t, "GET", path, nil).Require(t, 200)
		s.admin.Do(t, "DELETE", path+"/"+list.Text("data.0.id"), nil).Require(t, 204)
		s.endpoint(t, hook, "*")
		s.admin.Do(t, "POST", path, body{"url": hook, "events": []string{"*"}}).Require(t, 409, "limit_reached")
	})
}

func TestRotateSecret(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.endpoint(t, hook, "*")
		endpointID := made.Text("id")
		rotate := path + "/" + endpointID + "/rotate-secret"
		second := s.admin.Do(t, "POST", rotate, nil).Require(t, 200)
		if second.Text("secret") == made.Text("secret") || second.Text("oldSecretUntil") == "" {
			t.Errorf("rotated: %s", second.Body)
		}
		s.requireKeys(t, endpointID, second, made)
		s.admin.With("If-Match", `"1"`).Do(t, "POST", rotate, nil).Require(t, 412, "precondition_failed")
		s.requireKeys(t, endpointID, second, made)
		third := s.admin.Do(t, "POST", rotate, body{}).Require(t, 200)
		s.requireKeys(t, endpointID, third, second)
		s.Clock.Advance(24*time.Hour + time.Second)
		s.admin, _ = s.As(t, auth.RoleAdmin)
		s.requireKeys(t, endpointID, third)
		if got := s.admin.Do(t, "GET", path+"/"+endpointID, nil).Require(t, 200); got.At("oldSecretUntil") != nil {
			t.Errorf("after 24 hours: %s", got.Body)
		}
		last := s.admin.Do(t, "POST", rotate, body{"endOld": true}).Require(t, 200)
		if last.At("oldSecretUntil") != nil {
			t.Errorf("ended at once: %s", last.Body)
		}
		s.requireKeys(t, endpointID, last)
		s.admin.Do(t, "POST", rotate, body{"endOld": 1}).Require(t, 422, "validation_failed")
	})
}

// requireKeys requires that exactly the secrets of these answers sign, in this order.
func (s *setup) requireKeys(t *testing.T, endpointID string, answers ...kit.Answer) {
	t.Helper()
	e, err := endpointByID(s.DB.WithContext(t.Context()), endpointID)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, key := range e.keys(ring, s.Clock.Now()) {
		got = append(got, key.String())
	}
	for _, a := range answers {
		want = append(want, a.Text("secret"))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v sign, want %v", got, want)
	}
}
