package identity

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
)

// role makes a role and returns its id.
func (c customer) role(t *testing.T, name string, scopes ...string) string {
	t.Helper()
	return c.Do(t, "POST", "/v1/admin/roles", object{"name": name, "scopes": scopes}).Require(t, 201).Text("id")
}

// invite invites the address and returns the invitation's id and its code.
func (h *harness) invite(t *testing.T, by customer, email, roleID string) (invitationID, code string) {
	t.Helper()
	invitationID = by.Do(t, "POST", "/v1/admin/staff/invitations", object{"email": email, "fullName": "Pat Packer", "roleId": roleID}).
		Require(t, 201).Text("id")
	return invitationID, h.invitationCode(t, invitationID)
}

func (h *harness) invitationCode(t *testing.T, invitationID string) string {
	t.Helper()
	i, err := invitationByID(h.DB, invitationID)
	if err != nil {
		t.Fatal(err)
	}
	return onetimecode.Derive(secrets.First(), onetimecode.Invitation, i.ChallengeID)
}

func (h *harness) accept(t *testing.T, email, code string) kit.Answer {
	t.Helper()
	return h.post(t, "accept-invitation", object{"email": email, "code": code, "password": goodPassword})
}

// staff is a new member of the staff with a role of the scopes.
func (h *harness) staff(t *testing.T, by customer, email string, scopes ...string) (member customer, roleID string) {
	t.Helper()
	roleID = by.role(t, "role of "+email, scopes...)
	_, code := h.invite(t, by, email, roleID)
	return h.session(t, h.accept(t, email, code)), roleID
}

func TestRoles(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		log := eventbustest.Record(t, h.DB)
		packer := admin.role(t, "Packer", "stock:read", "orders:write", "stock:read")
		path := "/v1/admin/roles/" + packer
		got := admin.Do(t, "GET", path, nil).Require(t, 200)
		if fmt.Sprint(got.At("scopes")) != "[orders:write stock:read]" || got.Number("members") != 0 || got.At("builtIn") != false {
			t.Errorf("%s", got.Body)
		}
		admin.Do(t, "POST", "/v1/admin/roles", object{"name": "Packer", "scopes": []string{"self"}}).Require(t, 409, "in_use")
		admin.Do(t, "POST", "/v1/admin/roles", object{"name": "owner", "scopes": []string{"self"}}).Require(t, 409, "in_use")
		for _, bad := range []object{
			{"name": "x"}, {"name": "x", "scopes": []string{}}, {"name": "x", "scopes": []string{"all"}}, {"name": "", "scopes": []string{"self"}},
			{"name": strings.Repeat("x", 61), "scopes": []string{"self"}}, {"name": "x", "scopes": []string{"storefront:render"}},
		} {
			admin.Do(t, "POST", "/v1/admin/roles", bad).Require(t, 422)
		}
		if got := admin.Do(t, "PATCH", path, object{"name": "Packers"}).Require(t, 200); got.Text("name") != "Packers" {
			t.Errorf("%s", got.Body)
		}
		admin.Do(t, "PATCH", "/v1/admin/roles/"+id.New(), object{"name": "x"}).Require(t, 404)
		admin.Do(t, "PATCH", "/v1/admin/roles/"+ownerRoleID, object{"name": "x"}).Require(t, 409, "invalid_transition")
		admin.Do(t, "DELETE", "/v1/admin/roles/"+ownerRoleID, nil).Require(t, 409, "invalid_transition")
		if got := admin.Do(t, "GET", "/v1/admin/roles", nil).Require(t, 200); got.Number("meta.total") != 2 {
			t.Errorf("%s", got.Body)
		}
		owner := admin.Do(t, "GET", "/v1/admin/roles/"+ownerRoleID, nil).Require(t, 200)
		if owner.Number("members") != 1 || owner.At("builtIn") != true || owner.Text("createdAt") != "2026-11-22T00:00:00.000Z" {
			t.Errorf("%s", owner.Body)
		}
		invited, _ := h.invite(t, admin, "pat@example.com", packer)
		admin.Do(t, "DELETE", path, nil).Require(t, 409, "in_use").RequireFields(t, kit.Fields{
			"members.#": 0, "memberCount": 0, "invitations.#": 1, "invitationCount": 1,
			"invitations.0.id": invited, "invitations.0.fullName": "Pat Packer", "invitations.0.email": "pat@example.com",
		})
		pending := admin.Do(t, "GET", "/v1/admin/staff/invitations", nil).Require(t, 200)
		admin.Do(t, "DELETE", "/v1/admin/staff/invitations/"+pending.Text("data.0.id"), nil).Require(t, 204)
		admin.Do(t, "DELETE", path, nil).Require(t, 204)
		if want := "invitation_revoked role_deleted role_saved role_saved staff_invited"; eventNames(log) != want {
			t.Errorf("published %s, want %s", eventNames(log), want)
		}
	})
}

func TestInvitationMakesStaff(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada := h.customer(t, "ada@example.com")
		packer := admin.role(t, "Packer", "customers:read", "orders:write")
		_, code := h.invite(t, admin, "pat@example.com", packer)
		h.accept(t, "pat@example.com", wrong(code)).Require(t, 400, "invalid_code")
		pat := h.session(t, h.accept(t, "pat@example.com", code))
		admin.Do(t, "DELETE", "/v1/admin/roles/"+packer, nil).Require(t, 409, "in_use")
		h.accept(t, "pat@example.com", code).Require(t, 400, "invalid_code")
		profile := pat.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		if profile.Text("role") != "staff" || profile.Text("staff.roleName") != "Packer" ||
			fmt.Sprint(profile.At("staff.scopes")) != "[customers:read orders:write]" {
			t.Errorf("%s", profile.Body)
		}
		p, err := h.Authority.Verify(pat.Access)
		if err != nil || p.Scopes != "customers:read orders:write" || p.Role != auth.RoleStaff || p.AuthTime.IsZero() {
			t.Errorf("%+v, %v", p, err)
		}
		pat.Do(t, "GET", "/v1/admin/users", nil).Require(t, 200)
		refused := pat.Do(t, "GET", "/v1/admin/staff", nil).Require(t, 403, "forbidden")
		if refused.Text("requiredScope") != "staff:read" {
			t.Errorf("%s", refused.Body)
		}
		// An account becomes that of a member and gets the password; its sessions end.
		_, code = h.invite(t, admin, "ada@example.com", packer)
		again := h.session(t, h.accept(t, "ada@example.com", code))
		if again.ID != ada.ID {
			t.Errorf("another account")
		}
		requireTokenEnds(t, ada.API)
		if got := admin.Do(t, "GET", "/v1/admin/staff", nil).Require(t, 200); got.Number("meta.total") != 3 {
			t.Errorf("%s", got.Body)
		}
		admin.Do(t, "POST", "/v1/admin/staff/invitations", object{"email": "ada@example.com", "fullName": "A", "roleId": packer}).Require(t, 422)
		admin.Do(t, "POST", "/v1/admin/staff/invitations", object{"email": "new@example.com", "fullName": "A", "roleId": id.New()}).
			Require(t, 422)
	})
}

// A role is kept by members, of whom ten are named, and by no other role's.
// All of the staff, and they alone, may read the names of the staff.
func TestColleagues(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin, buyer := h.admin(t, "admin@example.com"), h.customer(t, "ada@example.com")
		packer, _ := h.staff(t, admin, "pat@example.com", "stock:read")
		packer.Do(t, "GET", "/v1/admin/colleagues", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 2})
		packer.Do(t, "GET", "/v1/admin/colleagues?ids="+admin.ID+","+buyer.ID, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.#": 1, "data.0.id": admin.ID, "data.0.fullName": "Ada Lovelace",
		})
		buyer.Do(t, "GET", "/v1/admin/colleagues", nil).Require(t, 403)
	})
}

func TestRoleInUseNamesMembers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		packer, other := admin.role(t, "Packer", "orders:write"), admin.role(t, "Other", "orders:write")
		_, code := h.invite(t, admin, "pat@example.com", packer)
		pat := h.session(t, h.accept(t, "pat@example.com", code))
		h.invite(t, admin, "other@example.com", other)
		for i := range 11 {
			h.invite(t, admin, fmt.Sprintf("new%d@example.com", i), packer)
		}
		admin.Do(t, "DELETE", "/v1/admin/roles/"+packer, nil).Require(t, 409, "in_use").RequireFields(t, kit.Fields{
			"members.#": 1, "members.0.id": pat.ID, "members.0.fullName": "Pat Packer", "members.0.email": "pat@example.com",
			"memberCount": 1, "invitations.#": maxShownUses, "invitationCount": 11,
		})
	})
}

// An invitation that has expired does not keep its role.
func TestExpiredInvitationsKeepNoRole(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		packer := admin.role(t, "Packer", "orders:write")
		h.invite(t, admin, "pat@example.com", packer)
		admin.Do(t, "DELETE", "/v1/admin/roles/"+packer, nil).Require(t, 409, "in_use")
		h.Clock.Advance(mailDeadline + invitationTTL + time.Second)
		admin = h.session(t, h.login(t, "admin@example.com", goodPassword))
		admin.Do(t, "DELETE", "/v1/admin/roles/"+packer, nil).Require(t, 204)
		if n := h.count(t, "identity_invitations"); n != 0 {
			t.Errorf("%d invitations", n)
		}
	})
}

// Of the codes of an address the newest counts, for 72 hours, once, and for five attempts.
func TestInvitationCodes(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		packer := admin.role(t, "Packer", "orders:write")
		first, old := h.invite(t, admin, "pat@example.com", packer)
		second, code := h.invite(t, admin, "pat@example.com", packer)
		h.accept(t, "pat@example.com", old).Require(t, 400, "invalid_code")
		admin.Do(t, "POST", "/v1/admin/staff/invitations/"+first+"/resend", nil).Require(t, 409, "invalid_transition")
		admin.Do(t, "POST", "/v1/admin/staff/invitations/"+second+"/resend", nil).Require(t, 200)
		h.accept(t, "pat@example.com", code).Require(t, 400, "invalid_code")
		code = h.invitationCode(t, second)
		for range 4 {
			h.accept(t, "pat@example.com", wrong(code)).Require(t, 400, "invalid_code")
		}
		// The newest code has had one attempt, with the former code, and four wrong ones.
		h.accept(t, "pat@example.com", code).Require(t, 400, "invalid_code")
		admin.Do(t, "POST", "/v1/admin/staff/invitations/"+second+"/resend", nil).Require(t, 200)
		h.Clock.Advance(mailDeadline + invitationTTL + time.Second)
		admin = h.session(t, h.login(t, "admin@example.com", goodPassword))
		list := admin.Do(t, "GET", "/v1/admin/staff/invitations", nil).Require(t, 200)
		if list.Text("data.0.status") != "expired" || list.Text("data.1.status") != "revoked" ||
			list.Text("data.0.invitedBy") != "user:"+admin.ID {
			t.Errorf("%s", list.Body)
		}
		h.accept(t, "pat@example.com", h.invitationCode(t, second)).Require(t, 400, "invalid_code")
	})
}

// One code twenty times at once makes one session.
func TestInvitationIsAcceptedOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		_, code := h.invite(t, admin, "pat@example.com", admin.role(t, "Packer", "orders:write"))
		ready := h.processes(t)
		statuses := kit.StatusesAtOnce(t, 20, func(i int) (kit.Answer, error) {
			return ready[i%len(ready)].API.Try("POST", "/v1/auth/accept-invitation", object{
				"email": "pat@example.com", "code": code, "password": goodPassword,
			})
		})
		if statuses[200] != 1 || statuses[200]+statuses[400]+statuses[503] != 20 {
			t.Errorf("statuses %v", statuses)
		}
	})
}

// A change of a member's role, or of its scopes, ends the access tokens everywhere within a second.
func TestStaffTokensEnd(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		pat, roleID := h.staff(t, admin, "pat@example.com", "customers:read")
		other := admin.role(t, "Other", "mails:read")
		refresh := func() {
			t.Helper()
			for _, p := range h.processes(t) {
				requireTokenEnds(t, p.API.As(pat.Access))
			}
			pat = h.session(t, h.post(t, "refresh", object{"refreshToken": pat.Refresh}))
		}
		admin.Do(t, "PATCH", "/v1/admin/roles/"+roleID, object{"scopes": []string{"customers:write"}}).Require(t, 200)
		refresh()
		pat.Do(t, "GET", "/v1/admin/users", nil).Require(t, 200)
		admin.Do(t, "PATCH", "/v1/admin/staff/"+pat.ID, object{"roleId": other}).Require(t, 200)
		refresh()
		pat.Do(t, "GET", "/v1/admin/users", nil).Require(t, 403, "forbidden")
		// Another role ends them even when it has the same scopes; a second factor does not.
		same := admin.role(t, "Same", "mails:read")
		admin.Do(t, "PATCH", "/v1/admin/staff/"+pat.ID, object{"roleId": same}).Require(t, 200)
		refresh()
		h.enrol(t, pat)
		pat.Do(t, "GET", ownPath, nil).Require(t, 200)
		admin.Do(t, "DELETE", "/v1/admin/staff/"+pat.ID, nil).Require(t, 200)
		kit.Within(t, revocationTime, "the token is a former member's", func() error {
			if a := pat.Do(t, "GET", "/v1/admin/users", nil); a.Status != 403 || slices.Contains(a.Header["Www-Authenticate"], "Bearer") {
				return fmt.Errorf("status %d", a.Status)
			}
			return nil
		})
		pat = h.session(t, h.post(t, "refresh", object{"refreshToken": pat.Refresh}))
		if got := pat.Do(t, "GET", "/v1/users/me", nil).Require(t, 200); got.Text("role") != "customer" || got.At("staff") != nil {
			t.Errorf("%s", got.Body)
		}
		admin.Do(t, "DELETE", "/v1/admin/staff/"+pat.ID, nil).Require(t, 404)
	})
}

// A caller gives, edits and takes no role with a scope that they lack, and owners alone touch
// owners.
// A binary from before the role staff writes customer, with the id of the staff's role.
func TestStaffOfAFormerBinary(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		pat, _ := h.staff(t, admin, "pat@example.com", "customers:read")
		if err := h.DB.Exec("UPDATE identity_users SET role = 'customer' WHERE id = ?", pat.ID).Error; err != nil {
			t.Fatal(err)
		}
		pat = h.session(t, h.login(t, pat.Email, goodPassword))
		pat.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).RequireFields(t, kit.Fields{"role": "staff"})
		pat.Do(t, "GET", "/v1/admin/users?role=staff", nil).Require(t, 200).RequireFields(t, kit.Fields{"data.#": 1, "data.0.role": "staff"})
		admin.Do(t, "DELETE", "/v1/admin/staff/"+pat.ID, nil).Require(t, 200)
		admin.Do(t, "GET", "/v1/admin/users/"+pat.ID, nil).Require(t, 200).RequireFields(t, kit.Fields{"role": "customer"})
	})
}

func TestWhoManagesStaff(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		chief, chiefRole := h.staff(t, admin, "chief@example.com", "staff:write", "orders:write", "customers:write")
		pat, packer := h.staff(t, admin, "pat@example.com", "orders:read")
		mia, payer := h.staff(t, admin, "max@example.com", "refunds:write")
		forbidden := func(method, path string, body any) {
			t.Helper()
			chief.Do(t, method, "/v1/admin/"+path, body).Require(t, 403, "forbidden")
		}
		forbidden("POST", "roles", object{"name": "x", "scopes": []string{"refunds:write"}})
		forbidden("PATCH", "roles/"+payer, object{"scopes": []string{"orders:read"}})
		forbidden("PATCH", "roles/"+packer, object{"scopes": []string{"mails:read"}})
		forbidden("DELETE", "roles/"+payer, nil)
		forbidden("PATCH", "staff/"+mia.ID, object{"roleId": packer})
		forbidden("PATCH", "staff/"+pat.ID, object{"roleId": payer})
		forbidden("PATCH", "staff/"+pat.ID, object{"roleId": ownerRoleID})
		forbidden("DELETE", "staff/"+mia.ID, nil)
		forbidden("DELETE", "staff/"+admin.ID, nil)
		forbidden("PATCH", "staff/"+admin.ID, object{"roleId": packer})
		forbidden("PATCH", "users/"+admin.ID, object{"disabled": true})
		forbidden("PATCH", "users/"+mia.ID, object{"disabled": true})
		forbidden("PATCH", "users/"+pat.ID, object{"role": "admin"})
		forbidden("POST", "staff/invitations", object{"email": "x@example.com", "fullName": "x", "roleId": payer})
		forbidden("POST", "staff/invitations", object{"email": "x@example.com", "fullName": "x", "roleId": ownerRoleID})
		pending, _ := h.invite(t, admin, "pay@example.com", payer)
		forbidden("POST", "staff/invitations/"+pending+"/resend", nil)
		forbidden("DELETE", "staff/invitations/"+pending, nil)
		// Another invitation would revoke this one.
		forbidden("POST", "staff/invitations", object{"email": "pay@example.com", "fullName": "x", "roleId": packer})

		chief.Do(t, "PATCH", "/v1/admin/users/"+pat.ID, object{"disabled": true}).Require(t, 200)
		chief.Do(t, "PATCH", "/v1/admin/staff/"+pat.ID, object{"roleId": chiefRole}).Require(t, 200)
		chief.Do(t, "DELETE", "/v1/admin/staff/"+pat.ID, nil).Require(t, 200)
		admin.Do(t, "PATCH", "/v1/admin/staff/"+admin.ID, object{"roleId": packer}).Require(t, 409, "last_admin")
		admin.Do(t, "DELETE", "/v1/admin/staff/"+admin.ID, nil).Require(t, 409, "last_admin")
		admin.Do(t, "PATCH", "/v1/admin/staff/"+mia.ID, object{"roleId": ownerRoleID}).Require(t, 200)

		// customers:write alone changes customers, and neither roles nor the staff.
		clerk, _ := h.staff(t, admin, "clerk@example.com", "customers:write")
		ada := h.customer(t, "ada@example.com")
		clerk.Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"disabled": true}).Require(t, 200)
		clerk.Do(t, "PATCH", "/v1/admin/users/"+ada.ID, object{"role": "customer"}).Require(t, 403, "forbidden")
		clerk.Do(t, "PATCH", "/v1/admin/users/"+chief.ID, object{"disabled": true}).Require(t, 403, "forbidden")
	})
}

// TestOwnersRemoveEachOther: of two owners who remove each other at once one stays.
func TestOwnersRemoveEachOther(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		for round := range 5 {
			a, b := h.admin(t, fmt.Sprintf("a%d@example.com", round)), h.admin(t, fmt.Sprintf("b%d@example.com", round))
			if err := h.DB.Exec("UPDATE identity_users SET role = 'customer' WHERE role = 'admin' AND id NOT IN (?, ?)", a.ID,
				b.ID).Error; err != nil {
				t.Fatal(err)
			}
			pair := []customer{a, b}
			statuses := kit.StatusesAtOnce(t, 2, func(i int) (kit.Answer, error) {
				return pair[i].Try("DELETE", "/v1/admin/staff/"+pair[1-i].ID, nil)
			})
			if statuses[200] != 1 {
				t.Fatalf("statuses %v", statuses)
			}
			var left int64
			if err := h.DB.Model(&user{}).Where("role = 'admin'").Count(&left).Error; err != nil || left != 1 {
				t.Fatalf("%d admins are left, %v", left, err)
			}
		}
	})
}

// An erasure leaves nothing of an invitation, and a member is exported with the role.
func TestErasedInvitations(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		pat, _ := h.staff(t, admin, "pat@example.com", "orders:read")
		if got := h.Exported(t, pat.ID); !containsWord(got, "orders:read") {
			t.Errorf("%s", got)
		}
		pat.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 202)
		if n := h.count(t, "identity_invitations"); n != 0 {
			t.Errorf("%d invitations", n)
		}
		var personal int64
		if err := h.DB.Raw("SELECT count(*) FROM events WHERE personal LIKE '%pat@example.com%'").Scan(&personal).Error; err != nil ||
			personal != 0 {
			t.Errorf("%d events, %v", personal, err)
		}
	})
}
