package loyalty

import (
	"testing"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

// The staff reads of a user what the user reads.
func TestAdminReadsPoints(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		path := "/v1/admin/loyalty/" + s.userID
		s.give(t, 1120)
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 200)
		_, other := s.join(t)
		for _, below := range []string{"", "/history", "/vouchers"} {
			s.API.Do(t, "GET", path+below, nil).Require(t, 401, "unauthenticated")
			s.user.Do(t, "GET", path+below, nil).Require(t, 403, "forbidden")
			for _, unknown := range []string{id.New(), "no-id"} {
				s.admin.Do(t, "GET", "/v1/admin/loyalty/"+unknown+below, nil).Require(t, 404, "not_found")
			}
		}
		for own, below := range map[string]string{"summary": "", "history": "/history", "vouchers": "/vouchers",
			"history?limit=1&page=2": "/history?limit=1&page=2"} {
			want := s.user.Do(t, "GET", "/v1/loyalty/"+own, nil).Require(t, 200)
			if got := s.admin.Do(t, "GET", path+below, nil).Require(t, 200); string(got.Body) != string(want.Body) {
				t.Errorf("%s: %s, want %s", own, got.Body, want.Body)
			}
		}
		s.admin.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"availablePoints": 620})
		s.admin.Do(t, "GET", "/v1/admin/loyalty/"+other, nil).Require(t, 200).RequireFields(t, kit.Fields{"availablePoints": 0})
		s.admin.Do(t, "GET", "/v1/admin/loyalty/"+other+"/vouchers", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		s.admin.Do(t, "GET", path+"/history?limit=0", nil).Require(t, 422, "validation_failed")

		s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: kit.AddressID("a@example.com"), ErasedAt: s.Clock.Now()})
		s.admin, _ = s.As(t, auth.RoleAdmin)
		s.admin.Do(t, "GET", path, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "GET", path+"/vouchers", nil).Require(t, 404, "not_found")
	})
}
