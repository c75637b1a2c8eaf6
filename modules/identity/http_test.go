package identity

import (
	"maps"
	"strings"
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
)

// operation is a route with a body that it accepts.
type operation struct {
	method, path string
	audience     string // public, user, admin
	body         object
}

// operations are all routes of the module.
var operations = []operation{
	{"POST", "/v1/auth/register", "public", object{
		"email": "a@example.com", "password": goodPassword, "fullName": "Ada", "phone": "1", "locale": "en",
	}},
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
	{"POST", "/v1/users/me/email", "user", object{"email": "b@example.com", "password": goodPassword}},
	{"POST", "/v1/users/me/email/confirm", "user", object{"changeId": id.New(), "code": "00000000"}},
	{"POST", "/v1/auth/undo-email-change", "public", object{"changeId": id.New(), "code": "00000000"}},
	{"GET", "/v1/users/me/export", "user", nil},
	{"GET", addresses, "user", nil},
	{"POST", addresses, "user", someAddress()},
	{"GET", addresses + "/{id}", "user", nil},
	{"PUT", addresses + "/{id}", "user", someAddress()},
	{"DELETE", addresses + "/{id}", "user", nil},
	{"GET", "/v1/admin/users", "admin", nil},
	{"GET", "/v1/admin/users/{id}", "admin", nil},
	{"PATCH", "/v1/admin/users/{id}", "admin", object{"role": "admin", "disabled": false}},
	{"GET", "/v1/admin/roles", "admin", nil},
	{"POST", "/v1/admin/roles", "admin", object{"name": "Packer", "scopes": []string{"orders:write"}}},
	{"GET", "/v1/admin/roles/{id}", "admin", nil},
	{"PATCH", "/v1/admin/roles/{id}", "admin", object{"name": "Packer", "scopes": []string{"orders:write"}}},
	{"DELETE", "/v1/admin/roles/{id}", "admin", nil},
	{"GET", "/v1/admin/staff", "admin", nil},
	{"PATCH", "/v1/admin/staff/{id}", "admin", object{"roleId": id.New()}},
	{"DELETE", "/v1/admin/staff/{id}", "admin", nil},
	{"POST", "/v1/admin/staff/{id}/reset-second-factor", "admin", nil},
	{"GET", "/v1/admin/staff/invitations", "admin", nil},
	{"POST", "/v1/admin/staff/invitations", "admin", object{"email": "a@example.com", "fullName": "Ada", "roleId": id.New(), "locale": "de"}},
	{"DELETE", "/v1/admin/staff/invitations/{id}", "admin", nil},
	{"POST", "/v1/admin/staff/invitations/{id}/resend", "admin", nil},
	{"GET", "/v1/admin/api-keys", "admin", nil},
	{"POST", "/v1/admin/api-keys", "admin", object{"name": "ERP", "scopes": []string{"orders:read"}, "expiresAt": "2100-01-01T00:00:00Z"}},
	{"GET", "/v1/admin/api-keys/{id}", "admin", nil},
	{"PATCH", "/v1/admin/api-keys/{id}", "admin", object{
		"name": "ERP", "scopes": []string{"orders:read"}, "expiresAt": "2100-01-01T00:00:00Z",
	}},
	{"DELETE", "/v1/admin/api-keys/{id}", "admin", nil},
	{"POST", "/v1/auth/second-factor", "public", object{"challenge": "x", "code": "000000"}},
	{"GET", "/v1/admin/me", "admin", nil},
	{"POST", "/v1/admin/me/factors/totp", "admin", nil},
	{"POST", "/v1/admin/me/factors/totp/{id}/confirm", "admin", object{"code": "000000"}},
	{"DELETE", "/v1/admin/me/factors/{id}", "admin", nil},
	{"POST", "/v1/admin/me/recovery-codes", "admin", nil},
	{"POST", "/v1/admin/me/step-up/options", "admin", nil},
	{"POST", "/v1/admin/me/step-up", "admin", object{"code": "000000", "challenge": "x"}},
	{"POST", "/v1/auth/accept-invitation", "public", object{"email": "a@example.com", "code": "00000000", "password": goodPassword}},
}

// answersNotFound reports whether the operation answers 404 for an unknown id, whatever the body.
func (o operation) answersNotFound() bool {
	if strings.HasPrefix(o.path, "/v1/admin/me") { // the caller has no account
		return false
	}
	return strings.Contains(o.path, "{id}") && !strings.HasPrefix(o.path, "/v1/auth") && o.method != "PUT" &&
		(o.method != "DELETE" || o.audience == "admin")
}

// call sends a request with the body; the id stands for {id} in the path.
func (o operation) call(t *testing.T, caller *kit.API, id string, body any) kit.Answer {
	t.Helper()
	return caller.Do(t, o.method, strings.ReplaceAll(o.path, "{id}", strings.ReplaceAll(id, " ", "%20")), body)
}

// callers are clients without a token, with a customer's and with an admin's.
type callers struct{ anonymous, customer, admin *kit.API }

func (h *harness) callers(t *testing.T) callers {
	t.Helper()
	customer, _ := h.As(t, "customer")
	admin, _ := h.As(t, "admin")
	return callers{h.API, customer, admin}
}

// of is the caller with the least rights that the operation lets in.
func (c callers) of(o operation) *kit.API {
	return map[string]*kit.API{"public": c.anonymous, "user": c.customer, "admin": c.admin}[o.audience]
}

func TestEveryOperationChecksItsCallers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		callers := h.callers(t)
		for _, o := range operations {
			var body any
			if o.body != nil {
				body = o.body
			}
			for _, unknown := range []string{"nonsense", id.New(), "' OR 1=1 --"} {
				if o.audience != "public" {
					o.call(t, h.API, unknown, body).Require(t, 401, "unauthenticated")
					o.call(t, h.API.As("nonsense"), unknown, body).Require(t, 401, "unauthenticated")
				}
				if o.audience == "admin" {
					o.call(t, callers.customer, unknown, body).Require(t, 403, "forbidden")
				}
				if o.answersNotFound() {
					o.call(t, callers.of(o), unknown, body).Require(t, 404, "not_found")
				}
			}
		}
	})
}

func TestEveryFieldIsChecked(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		callers := h.callers(t)
		for _, o := range operations {
			if o.body == nil {
				continue
			}
			try := func(body any) kit.Answer { return o.call(t, callers.of(o), id.New(), body) }
			try("{").Require(t, 400, "malformed_json")
			try("[]").Require(t, 422, "validation_failed")
			try(o.with("surprise", 1)).Require(t, 422, "unexpected_field")
			for field := range o.body {
				for _, value := range []any{[]int{1}, object{}, 5.5, strings.Repeat("x", 3000)} {
					got := try(o.with(field, value)).Require(t, 422, "validation_failed").Pointers()
					if len(got) != 1 || !strings.HasPrefix(got[0], "/"+field+" ") && !strings.HasPrefix(got[0], "/"+field+"/0 ") {
						t.Errorf("%s %s: %s = %.20v: %v", o.method, o.path, field, value, got)
					}
				}
			}
		}
	})
}

// with is the body of the operation with another value of a field.
func (o operation) with(field string, value any) object {
	body := object{}
	maps.Copy(body, o.body)
	body[field] = value
	return body
}
