package wholesale

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func created(userID, email string) identity.AccountCreated {
	return identity.AccountCreated{
		UserID: userID, Origin: identity.OriginRegistration, Role: identity.RoleCustomer, AccountType: identity.RetailAccount, Locale: "en",
		CreatedAt: clock.System().Now(), Email: email, FullName: "Jana Lindner",
	}
}

func erasedNow(userID, email string) identity.AccountErased {
	return identity.AccountErased{UserID: userID, AddressID: kit.AddressID(email), ErasedAt: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)}
}

func (s *setup) exported(t *testing.T, userID string) (views []applicationView, text string) {
	t.Helper()
	all, err := s.Module.Export(t.Context(), s.DB, userID)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return all.([]applicationView), string(raw)
}

func TestExportHasTheApplicationsOfTheAddress(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		jana := id.New()
		before := s.submit(t)
		s.submit(t, body{"contactEmail": "other@example.com"})
		if views, text := s.exported(t, jana); len(views) != 0 || text != "[]" {
			t.Errorf("before the account: %s", text)
		}
		s.Publish(t, created(jana, "Jana@Lindner.example"))
		after := s.submit(t)
		s.admin.Do(t, "POST", path(after.Text("id"), "request-info"), body{"question": "Why?"}).Require(t, 200)
		s.admin.Do(t, "POST", path(after.Text("id"), "record-answer"), body{"answer": "For the new shop."}).Require(t, 200)
		if views, text := s.exported(t, jana); len(views) != 2 || views[1].Answer == nil || *views[1].Answer != "For the new shop." ||
			views[0].ID != before.Text("id") || views[1].ID != after.Text("id") {
			t.Errorf("after the account: %s", text)
		}
	})
}

func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const email = "jana@lindner.example"
		jana := id.New()
		s.Publish(t, created(jana, email))
		open, decided, other := s.submit(t), s.submit(t), s.submit(t, body{"contactEmail": "other@example.com"})
		s.admin.Do(t, "POST", path(decided.Text("id"), "request-info"), body{"question": "Lindner, which products?"}).Require(t, 200)
		s.admin.Do(t, "POST", path(decided.Text("id"), "record-answer"), body{"answer": "Lindner roasts"}).Require(t, 200)
		s.admin.Do(t, "POST", path(decided.Text("id"), "approve"), body{"note": "Lindner is known"}).Require(t, 200)

		log := eventbustest.Record(t, s.DB)
		late := created(jana, email)
		s.Publish(t, erasedNow(jana, email), late)
		log.RequireExactly(t, erasedNow(jana, email), late) // and nothing of the module's own

		var rows []map[string]any
		if err := s.DB.Table("wholesale_applications").Where("id <> ?", other.Text("id")).Find(&rows).Error; err != nil || len(rows) != 2 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		raw, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, personal := range []string{"lindner", "jana", "torstra", "1234567", "hrb", kit.AddressID(email)} {
			if strings.Contains(strings.ToLower(string(raw)), personal) {
				t.Errorf("%q is still there: %s", personal, raw)
			}
		}
		if views, text := s.exported(t, jana); len(views) != 0 {
			t.Errorf("export after the erasure: %s", text)
		}
		s.admin.Do(t, "GET", path(open.Text("id"), ""), nil).Require(t, 200).RequireFields(t, kit.Fields{"status": "rejected", "decidedBy": nil})
		s.admin.Do(t, "GET", path(decided.Text("id"), ""), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"status": "approved", "decidedBy": s.adminID})
		if got := s.admin.Do(t, "GET", path(other.Text("id"), ""), nil).Require(t, 200); string(got.Body) != string(other.Body) {
			t.Errorf("another applicant's: %s", got.Body)
		}
		s.API.Do(t, "GET", "/v1/wholesale/applications/"+open.Text("trackingId")+"?email="+email, nil).Require(t, 404)

		again := s.submit(t) // whoever owns the address now may apply
		if again.Text("contactEmail") != email {
			t.Errorf("applied again: %s", again.Body)
		}
	})
}
