package e2e

import (
	"encoding/base32"
	"testing"
	"time"

	"orderd/platform/totp"
	"orderd/test/kit"
)

// enrolAdmin adds an authenticator app to the admin's account and returns its id.
func (s *shop) enrolAdmin() string {
	s.t.Helper()
	const apps = "/v1/admin/me/factors/totp"
	started := s.admin.Do(s.t, "POST", apps, nil).Require(s.t, 201)
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(started.Text("secret"))
	if err != nil {
		s.t.Fatal(err)
	}
	code := totp.Code(secret, totp.StepAt(time.Now()))
	s.admin.Do(s.t, "POST", apps+"/"+started.Text("id")+"/confirm", object{"code": code}).Require(s.t, 200)
	return started.Text("id")
}

// Where a second factor is required, the last one can't be removed: who removes it would be shut
// out.
func TestTheLastRequiredFactorStays(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const own, factors = "/v1/admin/me", "/v1/admin/me/factors"
		s.admin.Do(t, "GET", "/v1/admin/users", nil).Require(t, 403, "second_factor_required")
		factorID := s.enrolAdmin()
		s.admin.Do(t, "GET", "/v1/admin/users", nil).Require(t, 200)
		s.admin.Do(t, "DELETE", factors+"/"+factorID, nil).Require(t, 409, "in_use")
		s.admin.Do(t, "GET", own, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"factors.0.id": factorID, "recoveryCodesLeft": 10, "secondFactorRequired": true,
		})
	}, "ORDERD_AUTH_STAFF_SECOND_FACTOR=required")
}
