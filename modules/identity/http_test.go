package identity

import (
	"maps"
	"strings"
	"testing"

	"orderd/platform/id"
)

// operations are all of the module's, with a body that each accepts.
var operations = []struct {
	method, path string
	audience     string // public, user, admin
	body         object
}{
	{"POST", "/v1/auth/register", "public", object{"email": "a@example.com", "password": goodPassword, "fullName": "Ada", "phone": "1", "locale": "en"}},
	{"POST", "/v1/auth/verify-email", "public", object{"email": "a@example.com", "code": "000000"}},
	{"POST", "/v1/auth/resend-code", "public", object{"email": "a@example.com", "registrationId": id.New()}},
	{"POST", "/v1/auth/login", "public", object{"email": "a@example.com", "password": goodPassword}},
	{"POST", "/v1/auth/refresh", "public", object{"refreshToken": "x"}},
	{"POST", "/v1/auth/logout", "user", nil},
	{"POST", "/v1/auth/forgot-password", "public", object{"email": "a@example.com"}},
	{"POST", "/v1/auth/set-password", "public", object{"email": "a@example.com", "code": "00000000", "password": goodPassword}},
	{"POST", "/v1/auth/change-password", "user", object{"currentPassword": goodPassword, "newPassword": otherPassword}},
	{"GET", "/v1/auth/sessions", "user", nil},
	{"DELETE", "/v1/auth/sessions/{id}", "user", nil},
	{"GET", "/v1/users/me", "user", nil},
	{"PATCH", "/v1/users/me", "user", object{"fullName": "Ada", "phone": "1", "locale": "en"}},
	{"DELETE", "/v1/users/me", "user", object{"password": goodPassword}},
	{"GET", "/v1/users/me/export", "user", nil},
	{"GET", addresses, "user", nil},
	{"POST", addresses, "user", someAddress()},
	{"GET", addresses + "/{id}", "user", nil},
	{"PUT", addresses + "/{id}", "user", someAddress()},
	{"DELETE", addresses + "/{id}", "user", nil},
	{"GET", "/v1/admin/users", "admin", nil},
	{"GET", "/v1/admin/users/{id}", "admin", nil},
	{"PATCH", "/v1/admin/users/{id}", "admin", object{"role": "admin", "disabled": false}},
}

func TestEveryOperationChecksItsCallers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		customer, _ := h.As(t, "customer")
		admin, _ := h.As(t, "admin")
		for _, o := range operations {
			for _, unknown := range []string{"nonsense", id.New(), "' OR 1=1 --"} {
				path := strings.ReplaceAll(o.path, "{id}", strings.ReplaceAll(unknown, " ", "%20"))
				var body any
				if o.body != nil {
					body = o.body
				}
				if o.audience != "public" {
					h.API.Do(t, o.method, path, body).Require(t, 401, "unauthenticated")
					h.API.As("nonsense").Do(t, o.method, path, body).Require(t, 401, "unauthenticated")
				}
				caller := customer
				if o.audience == "admin" {
					customer.Do(t, o.method, path, body).Require(t, 403, "forbidden")
					caller = admin
				}
				if strings.Contains(o.path, "{id}") && !strings.HasPrefix(o.path, "/v1/auth") && o.method != "PUT" && o.method != "DELETE" {
					caller.Do(t, o.method, path, body).Require(t, 404, "not_found")
				}
			}
		}
	})
}

func TestEveryFieldIsChecked(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		customer, _ := h.As(t, "customer")
		admin, _ := h.As(t, "admin")
		for _, o := range operations {
			if o.body == nil {
				continue
			}
			path, caller := strings.ReplaceAll(o.path, "{id}", id.New()), h.API
			switch o.audience {
			case "user":
				caller = customer
			case "admin":
				caller = admin
			}
			caller.Do(t, o.method, path, "{").Require(t, 400, "malformed_json")
			caller.Do(t, o.method, path, "[]").Require(t, 422, "validation_failed")
			for field := range o.body {
				for _, value := range []any{[]int{1}, object{}, 5.5, strings.Repeat("x", 3000)} {
					body := object{}
					maps.Copy(body, o.body)
					body[field] = value
					got := caller.Do(t, o.method, path, body).Require(t, 422, "validation_failed").Pointers()
					if len(got) != 1 || !strings.HasPrefix(got[0], "/"+field+" ") {
						t.Errorf("%s %s: %s = %.20v: %v", o.method, o.path, field, value, got)
					}
				}
			}
			body := object{"surprise": 1}
			maps.Copy(body, o.body)
			caller.Do(t, o.method, path, body).Require(t, 422, "unexpected_field")
		}
	})
}
