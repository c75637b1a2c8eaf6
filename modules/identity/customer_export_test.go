package identity

import (
	"strings"
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
)

// An export is in the log with how many customers it has, and by whom. Who is disabled is not in
// it, and a file does not change them.
func TestExportOfCustomers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		ada := h.customer(t, "ada@example.com")
		h.customer(t, "bob@example.com")
		one := "/v1/admin/users/" + ada.ID
		admin.With("If-Match", "*").Do(t, "PATCH", one, object{"disabled": true}).Require(t, 200)
		reader, _ := h.AsKey(t, "customers:read")
		log := eventbustest.Record(t, h.DB)
		text := string(reader.Do(t, "GET", customerExport, nil).Require(t, 200).Body)
		if strings.Contains(text, "ada@") || !strings.Contains(text, "bob@") {
			t.Errorf("%s", text)
		}
		got := eventbustest.Of[events.CustomersExported](log)
		if len(got) != 1 || got[0].Customers != 1 || got[0].ExportID == "" {
			t.Errorf("%+v", got)
		}
		done := h.importCustomers(t, admin.API, "email,name,phone,wholesale,street,zip,city,country\n"+
			"ada@example.com,Ada,+49 30 1,yes,Kai 1,20457,Hamburg,DE\n", 0, 0, 1, 0)
		requireWarnings(t, done, "2 email")
		if u := h.user(t, "ada@example.com"); u.Phone != nil || u.AccountType != events.RetailAccount {
			t.Errorf("%+v", u)
		}
	})
}
