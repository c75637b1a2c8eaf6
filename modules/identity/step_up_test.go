package identity

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// A proof counts for ten minutes: login, step-up, and no refresh. Without a second factor the
// password steps up, and only the own account asks for it.
func TestStepUpWithThePassword(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		start := func(c customer) kit.Answer { return c.Do(t, "POST", ownPath+"/factors/totp", nil) }
		start(pat).Require(t, 201)
		h.Clock.Advance(10*time.Minute + 2*time.Second)
		pat = h.refresh(t, pat.Refresh)
		start(pat).Require(t, 403, "step_up_required")
		pat.Do(t, "POST", "/v1/admin/roles", object{"name": "x", "scopes": []string{"orders:read"}}).Require(t, 201)
		options := pat.Do(t, "POST", ownPath+"/step-up/options", nil).Require(t, 200)
		if fmt.Sprint(options.At("methods")) != "[password]" {
			t.Errorf("%s", options.Body)
		}
		stepUp := func(body object) kit.Answer { return pat.Do(t, "POST", ownPath+"/step-up", body) }
		stepUp(object{"password": "not the password"}).Require(t, 401, "invalid_credentials")
		stepUp(object{"code": "000000"}).Require(t, 400, "invalid_code")
		for _, bad := range []object{{}, {"password": goodPassword, "code": "000000"}, {"challenge": options.Text("challenge")}} {
			stepUp(bad).Require(t, 422, "validation_failed")
		}
		log := eventbustest.Record(t, h.DB)
		proved := stepUp(object{"password": goodPassword}).Require(t, 200)
		if eventNames(log) != "session_stepped_up" {
			t.Errorf("published %s", eventNames(log))
		}
		// The token in hand says when it was proved.
		start(pat).Require(t, 403, "step_up_required")
		pat.API = h.API.As(proved.Text("accessToken"))
		start(pat).Require(t, 201)
		if got := pat.Do(t, "GET", ownPath, nil).Text("freshUntil"); got != proved.Text("freshUntil") {
			t.Errorf("fresh until %s, then %s", proved.Text("freshUntil"), got)
		}
		start(h.refresh(t, pat.Refresh)).Require(t, 201) // the session keeps it
	})
}

// With a second factor the operations for staff, roles, keys and a role of a user ask for a proof,
// which the factor alone gives; a factor counts in the tokens in hand, on every process.
func TestStepUpWithASecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		ada := h.customer(t, "ada@example.com")
		_, key := pat.key(t, "customers:write")
		h.Clock.Advance(8 * time.Minute)
		pat = h.session(t, h.login(t, pat.Email, goodPassword))
		a := h.enrol(t, pat)
		h.Clock.Advance(9 * time.Minute)
		role := object{"name": "x", "scopes": []string{"orders:read"}}
		pat.Do(t, "POST", "/v1/admin/roles", role).Require(t, 201)
		h.Clock.Advance(time.Minute + 2*time.Second)
		pat = h.refresh(t, pat.Refresh)
		h.requireStepUp(t, pat, ada.ID)
		h.API.As(key).Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"disabled": false}).Require(t, 200)

		pat.Do(t, "POST", ownPath+"/step-up", object{"password": goodPassword}).Require(t, 422, "validation_failed")
		options := pat.Do(t, "POST", ownPath+"/step-up/options", nil).Require(t, 200)
		proof := object{"challenge": options.Text("challenge"), "code": "000000"}
		pat.Do(t, "POST", ownPath+"/step-up", proof).Require(t, 400, "invalid_code")
		proof["code"] = a.code(h)
		proved := pat.Do(t, "POST", ownPath+"/step-up", proof).Require(t, 200).Text("accessToken")
		pat.Do(t, "POST", ownPath+"/step-up", proof).Require(t, 400, "invalid_code")
		pat.Do(t, "POST", ownPath+"/step-up", object{"code": proof["code"]}).Require(t, 400, "invalid_code")
		pat.API = h.API.As(proved)
		role["name"] = "y"
		pat.Do(t, "POST", "/v1/admin/roles", role).Require(t, 201)
		pat.Do(t, "DELETE", ownPath+"/factors/"+a.factorID, nil).Require(t, 204)
		if p, err := h.Authority.Verify(proved); err != nil || p.SecondFactor {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// requireStepUp fails unless each sensitive operation of the module asks the caller for a proof.
func (h *harness) requireStepUp(t *testing.T, pat customer, userID string) {
	t.Helper()
	for _, o := range operations {
		write := o.method != "GET"
		sensitive := strings.HasPrefix(o.path, "/v1/admin/staff") || strings.HasPrefix(o.path, "/v1/admin/roles") ||
			strings.HasPrefix(o.path, "/v1/admin/api-keys") || strings.HasPrefix(o.path, "/v1/admin/users/") ||
			strings.HasPrefix(o.path, ownPath) && !strings.Contains(o.path, "step-up")
		if write && sensitive {
			var body any
			if o.body != nil {
				body = o.body
			}
			o.call(t, pat.API, id.New(), body).Require(t, 403, "step_up_required")
		}
	}
	pat.Do(t, "PATCH", "/v1/admin/users/"+userID, object{"disabled": false}).Require(t, 200)
}

// A factor that was added or removed counts in the tokens in hand within a second on all processes.
func TestASecondFactorCountsEverywhere(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		pat, _ := h.staff(t, admin, "pat@example.com", "customers:read")
		everywhere := func(want bool) {
			t.Helper()
			for _, p := range h.processes(t) {
				kit.Within(t, revocationTime, fmt.Sprint("the token says ", want), func() error {
					if p, err := p.Authority.Verify(pat.Access); err != nil || p.SecondFactor != want {
						return fmt.Errorf("%+v, %w", p, err)
					}
					return nil
				})
			}
		}
		everywhere(false)
		a := h.enrol(t, pat)
		everywhere(true)
		other := admin.role(t, "Other", "mails:read")
		pat.Do(t, "DELETE", ownPath+"/factors/"+a.factorID, nil).Require(t, 204)
		everywhere(false)
		h.enrol(t, pat)
		admin.Do(t, "PATCH", "/v1/admin/staff/"+pat.ID, object{"roleId": other}).Require(t, 200)
		requireTokenEnds(t, pat.API)
		pat = h.refresh(t, pat.Refresh)
		everywhere(true)
	})
}

// Ten wrong answers to step-ups lock the account out like those to logins do.
func TestStepUpLocksOut(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		a := h.enrol(t, pat)
		for range 10 {
			pat.Do(t, "POST", ownPath+"/step-up", object{"code": "000000"}).Require(t, 400, "invalid_code")
		}
		pat.Do(t, "POST", ownPath+"/step-up", object{"code": a.code(h)}).Require(t, 429, "rate_limited")
		h.login(t, pat.Email, goodPassword).Require(t, 429, "rate_limited")
		if p, err := h.Authority.Verify(pat.Access); err != nil || p.Role != auth.RoleAdmin {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// An admin, not oneself, or the operator takes the factors of a member who has lost them.
func TestResetSecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		chief, _ := h.staff(t, admin, "chief@example.com", "staff:write", "orders:read")
		pat, _ := h.staff(t, admin, "pat@example.com", "orders:read")
		ada := h.customer(t, "ada@example.com")
		reset := func(by customer, userID string) kit.Answer {
			return by.Do(t, "POST", "/v1/admin/staff/"+userID+"/reset-second-factor", nil)
		}
		h.enrol(t, pat)
		waiting := h.asked(t, pat.Email, goodPassword)
		reset(chief, pat.ID).Require(t, 403, "forbidden")
		reset(admin, admin.ID).Require(t, 403, "forbidden")
		reset(admin, ada.ID).Require(t, 404, "not_found")
		log := eventbustest.Record(t, h.DB)
		reset(admin, pat.ID).Require(t, 204)
		if want := "second_factor_changed sessions_ended"; eventNames(log) != want {
			t.Errorf("published %s, want %s", eventNames(log), want)
		}
		requireTokenEnds(t, pat.API)
		h.answer(t, waiting, "000000").Require(t, 400, "invalid_code")
		pat = h.session(t, h.login(t, pat.Email, goodPassword))
		reset(admin, pat.ID).Require(t, 204)

		h.enrol(t, admin)
		var out strings.Builder
		run := h.Module.Commands[1].Run
		if err := run(t.Context(), []string{"--email", "Admin@Example.com"}, &out); err != nil ||
			!strings.Contains(out.String(), "admin@example.com") {
			t.Errorf("%s, %v", out.String(), err)
		}
		h.session(t, h.login(t, admin.Email, goodPassword))
		for _, args := range [][]string{{}, {"--email", "ada@example.com"}, {"--email", "nobody@example.com"}, {"--email", admin.Email, "more"}} {
			if err := run(t.Context(), args, &out); err == nil {
				t.Errorf("%v is accepted", args)
			}
		}
	})
}
