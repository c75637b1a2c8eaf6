package invoices

import (
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

// held is all text of the module's tables.
func (s *setup) held(t *testing.T, tables ...string) string {
	t.Helper()
	var all strings.Builder
	for _, table := range tables {
		var rows []map[string]any
		if err := s.DB.WithContext(t.Context()).Table(table).Find(&rows).Error; err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			for _, v := range r {
				switch v := v.(type) {
				case string:
					all.WriteString(v + "\n")
				case []byte:
					all.Write(append(v, '\n'))
				}
			}
		}
	}
	return all.String()
}

// An erasure takes the documents off the buyer; staff still read them. What is not shipped yet
// keeps its addresses until it has its invoice, and what comes later has no buyer.
func TestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		done, open := s.example1(), s.example1()
		s.ship(t, done)
		s.Publish(t, open)
		s.awaitFiles(t)
		documentID := s.documents(t, done.OrderID)[0].ID
		s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: id.New(), ErasedAt: s.Clock.Now()})
		for _, path := range []string{"/v1/invoices/" + documentID, "/v1/invoices/" + documentID + "/pdf",
			"/v1/orders/" + done.OrderID + "/invoices"} {
			s.buyer.Do(t, "GET", path, nil).Require(t, 404)
		}
		got := s.staff.Do(t, "GET", "/v1/admin/invoices/"+documentID, nil).Require(t, 200)
		if got.Text("buyer.fullName") != "Ada Lovelace" {
			t.Errorf("%s", got.Body)
		}
		if text := s.held(t, "invoices_orders", "invoices_documents", "invoices_buyers"); strings.Contains(text, "ada@example.com") ||
			strings.Contains(text, "1234567") {
			t.Errorf("%s", text)
		}
		if text := s.Exported(t, s.userID); text != "[]" {
			t.Errorf("%s", text)
		}
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, shipped(open, open.Total, s.Clock.Now()))
		late := s.example1()
		s.ship(t, late)
		s.awaitFiles(t)
		if len(s.documents(t, open.OrderID)) != 1 || len(log.Names()) == 0 {
			t.Error("what was not shipped has no invoice")
		}
		s.buyer.Do(t, "GET", "/v1/orders/"+late.OrderID+"/invoices", nil).Require(t, 404)
		if text := s.held(t, "invoices_orders"); strings.Contains(text, "Lovelace") {
			t.Errorf("%s", text)
		}
		reissued := s.staff.Do(t, "POST", "/v1/admin/invoices/"+documentID+"/reissue", body{"reason": "x"}).Require(t, 201)
		if reissued.Text("buyer.fullName") != "Ada Lovelace" {
			t.Errorf("%s", reissued.Body)
		}
	})
}

// A shop that issues no invoices keeps nothing of an erased buyer: nothing of what is shipped, and
// of what is not until then.
func TestErasureWithoutInvoices(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.save(t, shop.GroupSeller, shop.Seller{})
		done, open := s.example1(), s.example1()
		s.ship(t, done)
		s.Publish(t, open)
		s.Publish(t, identity.AccountErased{UserID: s.userID, AddressID: id.New(), ErasedAt: s.Clock.Now()})
		if text := s.held(t, "invoices_orders"); strings.Count(text, "\"fullName\":\"Ada Lovelace\"") != 2 {
			t.Errorf("addresses of what is not shipped alone are kept: %s", text)
		}
		s.Publish(t, shipped(open, open.Total, s.Clock.Now()))
		if text := s.held(t, "invoices_orders"); strings.Contains(text, "Lovelace") {
			t.Errorf("%s", text)
		}
	})
}

// A guest's erasure is that of an account, but the address may order again.
func TestErasureOfAGuest(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e, again := s.example1(), s.example1()
		guestID := id.New()
		for _, o := range []*ordering.OrderPlaced{&e, &again} {
			o.Guest, o.UserID = true, guestID
		}
		s.ship(t, e)
		s.Publish(t, ordering.GuestErased{GuestID: guestID, ErasedAt: s.Clock.Now()})
		s.ship(t, again)
		for orderID, status := range map[string]int{e.OrderID: 404, again.OrderID: 200} {
			token := s.API.With("X-Order-Token", s.orderToken(orderID, guestID))
			token.Do(t, "GET", "/v1/orders/"+orderID+"/invoices", nil).Require(t, status)
		}
	})
}

// After the retention, from the end of the document's year on, persons, addresses and files go;
// the numbers and sums stay.
func TestRetention(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		e.BillTo.BillToVATID = new("DE123456789")
		s.ship(t, e)
		s.Publish(t, refundOf(e, 7000, ""))
		s.awaitFiles(t)
		d := s.documents(t, e.OrderID)[0]
		whole := s.example1()
		s.ship(t, whole)
		s.awaitFiles(t)
		i := s.issuer(t)
		// 00:00 in Berlin.
		end := time.Date(s.Clock.Now().Add(time.Hour).Year()+9, 1, 1, 0, 0, 0, 0, time.UTC).Add(-time.Hour)
		s.Clock.Advance(end.Add(-time.Minute).Sub(s.Clock.Now()))
		admin, _ := s.As(t, "admin")
		for _, kept := range []bool{true, false} {
			if err := i.endRetention(t.Context(), s.DB); err != nil {
				t.Fatal(err)
			}
			got := admin.Do(t, "GET", "/v1/admin/invoices/"+d.ID, nil).Require(t, 200)
			text := s.held(t, "invoices_documents", "invoices_orders", "file_contents")
			if hasName := got.Text("buyer.fullName") != ""; hasName != kept || strings.Contains(text, "Lovelace") != kept ||
				strings.Contains(text, "DE123456789") != kept || got.Number("gross") != 73.77 {
				t.Errorf("kept %t: %s\n%s", kept, got.Body, text)
			}
			if !kept {
				admin.Do(t, "GET", "/v1/admin/invoices/"+d.ID+"/pdf", nil).Require(t, 404)
				found := admin.Do(t, "GET", "/v1/admin/invoices?q=lovelace", nil).Require(t, 200)
				if found.Number("meta.total") != 0 {
					t.Errorf("%s", found.Body)
				}
				// An invoice in its place would name nobody.
				path := "/v1/admin/invoices/" + s.documents(t, whole.OrderID)[0].ID + "/reissue"
				admin.Do(t, "POST", path, body{"reason": "x"}).Require(t, 409, "invalid_transition")
			}
			s.Clock.Advance(2 * time.Minute)
		}
		if out, err := s.verified(t); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
