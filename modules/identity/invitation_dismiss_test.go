package identity

import (
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// An invitation does not outlive the dismissal of who made it: removed, disabled, narrowed, with
// another role, or erased. What the maker may still invite to stays.
func TestInvitationsOfTheDismissed(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		packer, other := admin.role(t, "Packer", "orders:read"), admin.role(t, "Other", "orders:read")
		for name, row := range map[string]struct {
			dismiss func(chief customer, roleID string) kit.Answer
			stays   bool
		}{
			"removed": {dismiss: func(chief customer, _ string) kit.Answer {
				a := admin.Do(t, "DELETE", "/v1/admin/staff/"+chief.ID, nil)
				a.RequireFields(t, kit.Fields{"invitationsRevoked": 1, "keys": []any{}})
				return a
			}},
			"disabled": {dismiss: func(chief customer, _ string) kit.Answer {
				return admin.Do(t, "PATCH", "/v1/admin/users/"+chief.ID, object{"disabled": true})
			}},
			"made a customer": {dismiss: func(chief customer, _ string) kit.Answer {
				return admin.Do(t, "PATCH", "/v1/admin/users/"+chief.ID, object{"role": "customer"})
			}},
			"another role": {dismiss: func(chief customer, _ string) kit.Answer {
				return admin.Do(t, "PATCH", "/v1/admin/staff/"+chief.ID, object{"roleId": other})
			}},
			"fewer scopes": {dismiss: func(_ customer, roleID string) kit.Answer {
				return admin.Do(t, "PATCH", "/v1/admin/roles/"+roleID, object{"scopes": []string{"staff:write"}})
			}},
			"erased": {dismiss: func(chief customer, _ string) kit.Answer {
				a := chief.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword})
				a.Require(t, 202)
				return kit.Answer{Status: 200}
			}},
			"promoted": {stays: true, dismiss: func(chief customer, _ string) kit.Answer {
				return admin.Do(t, "PATCH", "/v1/admin/staff/"+chief.ID, object{"roleId": ownerRoleID})
			}},
		} {
			chief, roleID := h.staff(t, admin, name[:4]+"@example.com", "staff:write", "orders:read")
			invitationID, code := h.invite(t, chief, "again."+name[:4]+"@example.com", packer)
			log := eventbustest.Record(t, h.DB)
			row.dismiss(chief, roleID).Require(t, 200)
			status, revoked := 400, 1
			if row.stays {
				status, revoked = 200, 0
			}
			if got := eventbustest.Of[events.InvitationRevoked](log); len(got) != revoked || revoked == 1 && got[0].InvitationID != invitationID {
				t.Errorf("%s: %+v", name, got)
			}
			h.accept(t, "again."+name[:4]+"@example.com", code).Require(t, status)
		}
	})
}

// A removal names the keys that the member leaves.
func TestKeysOfARemovedMember(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		chief, _ := h.staff(t, admin, "chief@example.com", "keys:write", "orders:read")
		key := func(name string) string {
			return chief.Do(t, "POST", "/v1/admin/api-keys", object{"name": name, "scopes": []string{"orders:read"}}).Require(t, 201).Text("id")
		}
		kept, gone := key("ERP"), key("Old")
		chief.Do(t, "DELETE", "/v1/admin/api-keys/"+gone, nil).Require(t, 204)
		a := admin.Do(t, "DELETE", "/v1/admin/staff/"+chief.ID, nil).Require(t, 200)
		a.RequireFields(t, kit.Fields{"invitationsRevoked": 0, "keys.0.id": kept, "keys.0.name": "ERP"})
		if keys, _ := a.At("keys").([]any); len(keys) != 1 {
			t.Errorf("%s", a.Body)
		}
	})
}

// Who manages customers alone reads nothing of the staff.
func TestWhoReadsTheStaff(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		clerk, _ := h.staff(t, admin, "clerk@example.com", "customers:write")
		chief, _ := h.staff(t, admin, "chief@example.com", "customers:write", "staff:write")
		ada := h.customer(t, "ada@example.com")
		for _, part := range []string{"/export", "/sessions"} {
			for _, row := range []struct {
				caller customer
				userID string
				status int
			}{
				{clerk, ada.ID, 200}, {clerk, clerk.ID, 200}, {clerk, chief.ID, 403}, {clerk, admin.ID, 403},
				{chief, clerk.ID, 200}, {chief, admin.ID, 403}, {admin, admin.ID, 200}, {admin, chief.ID, 200},
			} {
				row.caller.Do(t, "GET", "/v1/admin/users/"+row.userID+part, nil).Require(t, row.status)
			}
		}
	})
}
