package identity

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"orderd/modules/identity/events"
	notifications "orderd/modules/notifications/events"
	webhooks "orderd/modules/webhooks/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

// An endpoint that has failed for too long alerts the admins and the staff with webhooks:write
// whose accounts are not disabled; one that was disabled by an admin or by a 410 alerts none.
func TestAlertOfADisabledEndpoint(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada, bob := h.admin(t, "ada@example.com"), h.admin(t, "bob@example.com")
		carol, dan := h.customer(t, "carol@example.com"), h.customer(t, "dan@example.com")
		h.join(t, carol, "webhooks:write")
		h.join(t, dan, "webhooks:read")
		ada.Do(t, "PATCH", "/v1/admin/users/"+bob.ID, object{"disabled": true}).Require(t, 200)
		log := eventbustest.Record(t, h.DB)
		for _, reason := range []webhooks.DisabledReason{webhooks.DisabledByAdmin, webhooks.DisabledByGone, webhooks.DisabledByFailures} {
			h.Publish(t, webhooks.EndpointDisabled{EndpointID: id.New(), Host: "hooks.example.com", Reason: reason, DisabledAt: h.Clock.Now()})
		}
		got := eventbustest.Of[events.StaffAlerted](log)
		var emails []string
		for _, e := range got {
			emails = append(emails, e.Email)
			if want := (events.StaffAlerted{
				UserID: e.UserID, Alert: events.AlertWebhookDisabled, Host: "hooks.example.com", Locale: "en", Email: e.Email, FullName: "Ada Lovelace",
			}); !reflect.DeepEqual(e, want) {
				t.Errorf("%+v, want %+v", e, want)
			}
		}
		if slices.Sort(emails); !slices.Equal(emails, []string{ada.Email, carol.Email}) {
			t.Errorf("%v are alerted", emails)
		}
	})
}

// The notices of a member of the staff who was erased meanwhile are no mail, and hold up nothing.
func TestNoticesOfAnErasedMember(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.admin(t, "ada@example.com")
		due := func(userID string) notifications.NoticesDue {
			return notifications.NoticesDue{UserID: userID, Notices: []notifications.Notice{{Kind: "order_new", Title: "New", Body: "One."}}}
		}
		log := eventbustest.Record(t, h.DB)
		h.Publish(t, due(id.New()), due(ada.ID))
		if got := eventbustest.Of[events.StaffAlerted](log); len(got) != 1 || got[0].UserID != ada.ID {
			t.Errorf("%+v", got)
		}
	})
}

// join gives a customer a role of its own with the scope.
func (h *harness) join(t *testing.T, c customer, scope auth.Scope) {
	t.Helper()
	now := h.Clock.Now()
	r := staffRole{ID: id.New(), Name: string(scope), Scopes: auth.ScopesOf(scope), CreatedAt: now, UpdatedAt: now}
	if err := errors.Join(insertRole(h.DB, &r), h.DB.Exec("UPDATE identity_users SET role_id = ? WHERE id = ?", r.ID,
		c.ID).Error); err != nil {
		t.Fatal(err)
	}
}
