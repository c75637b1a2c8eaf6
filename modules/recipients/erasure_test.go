package recipients

import (
	"encoding/json"
	"strings"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
)

func TestExport(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		if got := s.Exported(t, s.buyerID); got != "[]" {
			t.Errorf("before: %s", got)
		}
		s.Publish(t, placed(s.buyerID, "Grace", "1", "12 Navy Street", noon))
		want := strings.TrimSuffix(string(s.buyer.Do(t, "GET", path, nil).Body), `}],"meta":{"total":1,"page":1,"limit":20,"totalPages":1}}`)
		if got := s.Exported(t, s.buyerID); got != strings.TrimPrefix(want, `{"data":`)+`}]` {
			t.Errorf("got %s", got)
		}
	})
}

func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		other, otherID := s.As(t, auth.RoleCustomer)
		s.Publish(t, placed(s.buyerID, "Grace Hopper", "+1 555-0100", "12 Navy Street", noon), placed(otherID, "Mary", "1", "x", noon))

		log := eventbustest.Record(t, s.DB)
		late := placed(s.buyerID, "Grace Hopper", "+1 555-0100", "12 Navy Street", noon)
		s.Publish(t, erasedNow(s.buyerID))
		s.Publish(t, late)
		log.RequireExactly(t, erasedNow(s.buyerID), late) // and nothing of the module's own

		for table, left := range map[string]int64{"recipients_recipients": 1, "recipients_orders": 1, "recipients_owners": 2} {
			var rows int64
			if err := s.DB.Table(table).Count(&rows).Error; err != nil || rows != left {
				t.Errorf("%s: %d rows, want %d (%v)", table, rows, left, err)
			}
		}
		if got := names(t, s.buyer, ""); len(got) != 0 {
			t.Errorf("left are %v", got)
		}
		if got := s.Exported(t, s.buyerID); got != "[]" {
			t.Errorf("exported: %s", got)
		}
		if got := names(t, other, ""); len(got) != 1 {
			t.Errorf("another's: %v", got)
		}
	})
}

// What an order under way announced after identity's erasure is blank too.
func TestErasureBlanksWhatWasAnnounced(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.Publish(t, placed(s.buyerID, "Grace Hopper", "+1 555-0100", "12 Navy Street", noon))
		s.Publish(t, erasedNow(s.buyerID))
		entries, _, err := eventbus.ListLog(t.Context(), s.DB, eventbus.LogFilter{}, 10, 0)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(entries)
		if err != nil {
			t.Fatal(err)
		}
		for _, personal := range []string{"Grace", "555-0100", "Navy"} {
			if strings.Contains(string(raw), personal) {
				t.Errorf("%q is still in the log: %s", personal, raw)
			}
		}
	})
}
