package invoices

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"
	"pgregory.net/rapid"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// An order has one invoice, at its first shipment; what is shipped later, or announced twice,
// issues none.
func TestInvoiceOfTheFirstShipment(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, e)
		if got := s.numbers(t, e.OrderID); got != nil {
			t.Errorf("before the shipment: %v", got)
		}
		first := shipped(e, e.Total, s.Clock.Now())
		due := s.Clock.Now().Add(14 * 24 * time.Hour)
		first.InvoiceDueAt = &due
		s.Publish(t, first)
		s.Publish(t, shipped(e, e.Total, s.Clock.Now().Add(time.Hour)))
		found := s.documents(t, e.OrderID)
		if len(found) != 1 {
			t.Fatalf("%d documents", len(found))
		}
		d := found[0]
		year := s.Clock.Now().Add(time.Hour).Format("2006") // Berlin's, in winter
		if d.Number != "RE-"+year+"-000001" || d.amounts != (amounts{6338, 1039, 7377}) || d.Seller.Name != "Moka & Co GmbH" ||
			d.Buyer.FullName != "Ada Lovelace" || *d.Buyer.Company != "Analytical Engines Ltd" || d.Locale != "de" || d.Payment.Paid != 0 ||
			!d.SuppliedAt.Equal(first.ShippedAt) || !d.DueAt.Equal(due) || d.Sample {
			t.Errorf("%+v", d)
		}
		s.awaitFiles(t)
		published := eventbustest.Of[events.DocumentIssued](log)
		if len(published) != 1 || published[0].Number != d.Number || published[0].Gross != 7377 || published[0].Country != "DE" ||
			published[0].Email != "ada@example.com" || published[0].UserID != s.userID || len(published[0].PDFSHA256) != 64 {
			t.Errorf("%+v", published)
		}
		if out, err := s.verified(t); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// What an order claims less than its documents charge is taken off them, and never charged again.
func TestDocumentsFollowTheClaim(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.ship(t, e)
		back := ordering.ReturnReceived{
			Order: claims(e, 7377), ReturnID: id.New(), Items: []ordering.ShipmentItem{{OrderItemID: e.Lines[0].OrderItemID, Quantity: 1}},
		}
		s.Publish(t, back)
		s.Publish(t, refundOf(e, 7377-1838, back.ReturnID))
		s.Publish(t, refundOf(e, 7377, back.ReturnID)) // it bounced
		s.Publish(t, refundOf(e, 7377-1838, back.ReturnID))
		s.Publish(t, refundOf(e, 0, ""))
		found := s.documents(t, e.OrderID)
		want := []amounts{{6338, 1039, 7377}, {1545, 293, 1838}, {4793, 746, 5539}}
		if len(found) != len(want) {
			t.Fatalf("%d documents", len(found))
		}
		for n, d := range found {
			if d.amounts != want[n] || n > 0 && (d.Kind != events.KindCorrection || d.RefersTo.Number != found[0].Number) {
				t.Errorf("document %d: %v %+v, want %v", n, d.amounts, d.RefersTo, want[n])
			}
		}
		if *found[1].Items[0].OrderItemID != e.Lines[0].OrderItemID || found[2].Items[0].OrderItemID != nil {
			t.Errorf("%+v, %+v", found[1].Items, found[2].Items)
		}
		s.awaitFiles(t)
		if out, err := s.verified(t); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// What cost nothing comes back, and the shipping alone is refunded: it is the line of the
// correction, whose files are made.
func TestCorrectionOfTheShippingAlone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.order(490, line{1, 0, 1900}, line{2, 2000, 1900})
		s.ship(t, e)
		back := ordering.ReturnReceived{
			Order: claims(e, 2490), ReturnID: id.New(), Items: []ordering.ShipmentItem{{OrderItemID: e.Lines[0].OrderItemID, Quantity: 1}},
			ShippingRefund: 490,
		}
		s.Publish(t, back)
		s.Publish(t, refundOf(e, 2000, back.ReturnID))
		found := s.documents(t, e.OrderID)
		if len(found) != 2 || found[1].Gross != 490 || len(found[1].Items) != 1 || found[1].Items[0].Name != "Versand" ||
			len(found[1].Shipping) != 0 {
			t.Fatalf("%+v", found)
		}
		s.awaitFiles(t)
		if out, err := s.verified(t); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		s.buyer.Do(t, "GET", "/v1/invoices/"+found[1].ID, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"items.#": 1, "items.0.orderItemId": nil, "items.0.gross": 4.9, "shipping.#": 0, "gross": 4.9})
	})
}

// A cancelled order's invoice is cancelled, one with corrections is corrected.
func TestCancelledOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		whole, part, costless, waiting, ended := s.example1(), s.example1(), s.order(0, line{1, 0, 1900}), s.example1(), s.example1()
		for _, e := range []ordering.OrderPlaced{whole, part} {
			s.Publish(t, e)
			s.issue(t, e.OrderID, 201)
		}
		s.Publish(t, refundOf(part, 5000, ""))
		for _, e := range []ordering.OrderPlaced{whole, part, ended} {
			if e.OrderID == ended.OrderID {
				s.Publish(t, e)
			}
			s.Publish(t, ordering.OrderCancelled{Order: claims(e, 0), CancelledAt: s.Clock.Now()})
		}
		for orderID, want := range map[string][]events.Kind{
			whole.OrderID: {events.KindInvoice, events.KindCancellation},
			part.OrderID:  {events.KindInvoice, events.KindCorrection, events.KindCorrection},
			ended.OrderID: nil,
		} {
			if got := s.kinds(t, orderID); !slices.Equal(got, want) || s.charged(t, orderID) != 0 {
				t.Errorf("%v, want %v", got, want)
			}
		}
		waiting.Status = ordering.OrderStatusPendingPayment
		s.Publish(t, costless, waiting)
		s.Publish(t, shipped(costless, 0, s.Clock.Now()))
		for _, e := range []ordering.OrderPlaced{whole, part, costless, waiting, ended} {
			s.issue(t, e.OrderID, 409)
		}
		s.Publish(t, ordering.OrderPaid{Order: claims(waiting, 7377), PaidAt: s.Clock.Now(), Amount: 7377})
		if got := s.issue(t, waiting.OrderID, 201); got.Number("payment.paid") != 73.77 || got.At("dueAt") != nil {
			t.Errorf("%s", got.Body)
		}
	})
}

// issue is what staff are answered who want an invoice.
func (s *setup) issue(t *testing.T, orderID string, status int) kit.Answer {
	t.Helper()
	path := "/v1/admin/orders/" + orderID + "/invoice"
	if status != 201 {
		return s.staff.Do(t, "POST", path, nil).Require(t, status, "invalid_transition")
	}
	return s.staff.Do(t, "POST", path, nil).Require(t, status)
}

// Without a seller nothing is issued; an order from before there were documents gets none.
func TestNoDocuments(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.save(t, shop.GroupSeller, shop.Seller{})
		e, former := s.example1(), s.example1()
		s.ship(t, e)
		for n := range former.Lines {
			former.Lines[n].Category = nil
		}
		s.Publish(t, former)
		s.issue(t, e.OrderID, 409)
		got := s.buyer.Do(t, "GET", "/v1/orders/"+e.OrderID+"/invoices", nil).Require(t, 200)
		if got.Number("meta.total") != 0 {
			t.Errorf("%s", got.Body)
		}
		s.save(t, shop.GroupSeller, testSeller())
		s.Publish(t, shipped(former, former.Total, s.Clock.Now()))
		s.issue(t, former.OrderID, 409)
		s.issue(t, e.OrderID, 201)
		s.staff.Do(t, "POST", "/v1/admin/orders/"+id.New()+"/invoice", nil).Require(t, 404)
	})
}

// An order from before the module is copied from the log: staff learn that it gets no document, its
// buyer that it has none.
func TestOrdersFromBefore(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		former, lately := s.example1(), s.example1()
		for n := range former.Lines {
			former.Lines[n].Category = nil
		}
		s.Publish(t, former, lately)
		for _, table := range []string{"invoices_orders", "invoices_buyers"} {
			if err := s.DB.WithContext(t.Context()).Exec("DELETE FROM " + table).Error; err != nil {
				t.Fatal(err)
			}
		}
		// It is not copied: the order is not known.
		s.Publish(t, ordering.OrderClaimed{Order: former.Order, GuestID: id.New()})
		s.DoOnce(t, formerOrders)
		s.issue(t, former.OrderID, 409)
		s.issue(t, lately.OrderID, 201)
		s.buyer.Do(t, "GET", "/v1/orders/"+former.OrderID+"/invoices", nil).Require(t, 200)
	})
}

// While a release is replaced, orders of the new one are sent, paid, refunded and cancelled at the
// former one, whose events say no claim: the documents follow all the same.
func TestEventsWithoutAClaim(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		refunded, cancelled := s.example1(), s.example1()
		for _, e := range []ordering.OrderPlaced{refunded, cancelled} {
			s.Publish(t, e)
			s.Publish(t, ordering.OrderShipped{Order: e.Order, ShipmentID: id.New(), ShippedAt: s.Clock.Now()})
		}
		former := refunded.Order
		former.Claim = nil
		settled := ordering.RefundSettled{Order: former, RefundID: id.New(), Amount: 500, Status: ordering.RefundStatusSucceeded}
		s.Publish(t, ordering.OrderPaid{Order: former, PaidAt: s.Clock.Now(), Amount: 7377})
		failed := settled
		failed.Status = ordering.RefundStatusFailed
		s.Publish(t, settled)
		s.Publish(t, failed)
		if got := s.charged(t, refunded.OrderID); got != 6877 || len(s.kinds(t, refunded.OrderID)) != 2 {
			t.Errorf("%v: %s", s.kinds(t, refunded.OrderID), got)
		}
		s.Publish(t, refundOf(refunded, 6000, ""))
		if got := s.charged(t, refunded.OrderID); got != 6000 {
			t.Errorf("the next event that says the claim: %s", got)
		}
		former = cancelled.Order
		former.Claim = nil
		s.Publish(t, ordering.OrderCancelled{Order: former, CancelledAt: s.Clock.Now()})
		if got := s.kinds(t, cancelled.OrderID); !slices.Equal(got, []events.Kind{events.KindInvoice, events.KindCancellation}) {
			t.Errorf("%v", got)
		}
	})
}

// An invoice that is issued when the order claims less already is followed by its correction.
func TestInvoiceOfALowerClaim(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.Publish(t, e)
		s.Publish(t, ordering.ItemsCancelled{Order: claims(e, 6000), CancelledAt: s.Clock.Now()})
		s.Publish(t, shipped(e, 6000, s.Clock.Now()))
		if got, want := s.kinds(t, e.OrderID), []events.Kind{events.KindInvoice, events.KindCorrection}; !slices.Equal(got, want) ||
			s.charged(t, e.OrderID) != 6000 {
			t.Errorf("%v, %s", got, s.charged(t, e.OrderID))
		}
	})
}

// An invoice asks for its total less what came, its PDF as its XML: BT-115 (BR-CO-16). Its terms
// name what the correction takes off that is issued with it.
func TestWhatAnInvoiceAsksFor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		refunded, reduced, partly, late := s.example1(), s.example1(), s.example1(), s.example1()
		s.Publish(t, refunded, reduced, partly, late)
		s.Publish(t,
			ordering.OrderPaid{Order: claims(refunded, 7377), PaidAt: s.Clock.Now(), Amount: 7377}, refundOf(refunded, 6000, ""),
			ordering.ItemsCancelled{Order: claims(reduced, 6000), CancelledAt: s.Clock.Now(), Due: 6000},
			ordering.PaymentDueChanged{Order: claims(partly, 6000), Due: 5000, ChangedAt: s.Clock.Now()},
			ordering.OrderPaid{Order: claims(late, 7377), PaidAt: s.Clock.Now(), Amount: 7377},
			ordering.OrderUnpaid{Order: claims(late, 7377), Amount: 7377, PaymentStatus: ordering.PaymentStatusUnpaid, UnpaidAt: s.Clock.Now()},
			ordering.PaymentDueChanged{Order: claims(late, 7377), Due: 7377, ChangedAt: s.Clock.Now()})
		for _, row := range []struct {
			order                ordering.OrderPlaced
			claim                int64
			paid, takenOff, asks money.Cents
			terms, code          string
		}{
			{refunded, 6000, 6000, 1377, 1377, "Ausgeglichen durch die zugleich ausgestellte Rechnungskorrektur", ""},
			{reduced, 6000, 0, 1377, 7377, "Zahlbar bis [0-9.]*, abzüglich 13,77.€ durch die zugleich ausgestellte Rechnungskorrektur", ""},
			{partly, 6000, 1000, 1377, 6377, "Zahlbar bis [0-9.]*, abzüglich 13,77.€ durch die zugleich ausgestellte Rechnungskorrektur", ""},
			{late, 7377, 0, 0, 7377, "Zahlbar bis [0-9.]*", "\nEUR73.77\n"},
		} {
			s.Publish(t, shipped(row.order, row.claim, s.Clock.Now()))
			d := s.documents(t, row.order.OrderID)[0]
			if got := d.Payment; got.Paid != row.paid || got.TakenOff != row.takenOff || d.due() != row.asks {
				t.Errorf("%+v, and asks for %s, want %+v", got, d.due(), row)
			}
			if got := wordsIn(d.Locale).terms(&d); !regexp.MustCompile("^" + row.terms + "$").MatchString(got) {
				t.Errorf("%q, want %q", got, row.terms)
			}
			requireSameDue(t, &d, row.asks)
			if got := d.transferCode(); (got == "") != (row.code == "") || !strings.Contains(got, row.code) {
				t.Errorf("%q, want %q", got, row.code)
			}
		}
	})
}

// Staff may take a payment back as long as ordering knows of no invoice, which it learns when the
// files are made. One that says more than is here is cancelled, and another one takes its place
// unless the order waits for its payment again.
func TestThePaymentIsTakenBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		unpaid := func(e ordering.OrderPlaced, status ordering.OrderStatus, due int64) ordering.OrderUnpaid {
			return ordering.OrderUnpaid{
				Order: claims(e, 7377), Amount: 7377, Status: status, PaymentStatus: ordering.PaymentStatusUnpaid, Due: &due,
				UnpaidAt: s.Clock.Now(),
			}
		}
		kinds := func(e ordering.OrderPlaced, want ...events.Kind) []document {
			t.Helper()
			if got := s.kinds(t, e.OrderID); !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
			return s.documents(t, e.OrderID)
		}
		paid := func(e ordering.OrderPlaced) ordering.OrderPaid {
			return ordering.OrderPaid{Order: claims(e, 7377), PaidAt: s.Clock.Now(), Amount: 7377}
		}
		for due, held := range map[int64]money.Cents{7377: 0, 5000: 2377} { // by transfer, meanwhile
			e := s.example1()
			s.Publish(t, e, paid(e), shipped(e, 7377, s.Clock.Now()), unpaid(e, ordering.OrderStatusPlaced, due))
			made := kinds(e, events.KindInvoice, events.KindCancellation, events.KindInvoice)
			if made[0].Payment.Paid != 7377 || made[2].Payment.Paid != held || made[2].DueAt == nil || made[2].RefersTo.ID != made[0].ID ||
				*made[1].Reason != "Die Zahlung wurde zurückgenommen." || s.charged(t, e.OrderID) != 7377 {
				t.Errorf("%d is due: %+v", due, made)
			}
			s.Publish(t, ordering.PaymentDueChanged{Order: claims(e, 7377), Due: due, ChangedAt: s.Clock.Now()}, paid(e))
			kinds(e, events.KindInvoice, events.KindCancellation, events.KindInvoice)
		}

		waits := s.example1()
		waits.PaymentMethod, waits.Status = ordering.PaymentMethodBankTransfer, ordering.OrderStatusPendingPayment
		s.Publish(t, waits, paid(waits))
		s.issue(t, waits.OrderID, 201)
		s.Publish(t, unpaid(waits, ordering.OrderStatusPendingPayment, 7377))
		kinds(waits, events.KindInvoice, events.KindCancellation)
		s.Publish(t, paid(waits), shipped(waits, 7377, s.Clock.Now()))
		if made := kinds(waits, events.KindInvoice, events.KindCancellation, events.KindInvoice); made[2].Payment.Paid != 7377 {
			t.Errorf("paid after all: %+v", made[2].Payment)
		}

		before, corrected, transferred := s.example1(), s.example1(), s.example1()
		s.Publish(t, before, shipped(before, 7377, s.Clock.Now()), paid(before), unpaid(before, ordering.OrderStatusPlaced, 7377))
		kinds(before, events.KindInvoice)
		s.Publish(t, corrected, paid(corrected), shipped(corrected, 7377, s.Clock.Now()), refundOf(corrected, 6000, ""),
			unpaid(corrected, ordering.OrderStatusPlaced, 7377))
		kinds(corrected, events.KindInvoice, events.KindCorrection)
		stays := unpaid(transferred, ordering.OrderStatusPlaced, 0)
		stays.PaymentStatus = ordering.PaymentStatusPaid
		s.Publish(t, transferred, paid(transferred), shipped(transferred, 7377, s.Clock.Now()), stays)
		kinds(transferred, events.KindInvoice)
		s.awaitFiles(t)
		if out, err := s.verified(t); err != nil {
			t.Errorf("%s, %v", out, err)
		}
	})
}

// requireSameDue checks that the PDF and the XML say what is to be paid: the PDF as its total when
// nothing came.
func requireSameDue(t *testing.T, d *document, want money.Cents) {
	t.Helper()
	file, err := renderXML(d)
	if err != nil {
		t.Fatal(err)
	}
	var read readInvoice
	if err := xml.Unmarshal(file, &read); err != nil || money.Cents(read.Settlement.Due) != want {
		t.Errorf("the XML asks for %d, want %s: %v", read.Settlement.Due, want, err)
	}
	sums := pdfPageOf(d).Sums
	text := wordsIn(d.Locale).amount(want.String())
	if last := sums[len(sums)-1]; last.Text != text || (last.Name != "Noch zu zahlen") != last.Total {
		t.Errorf("the PDF asks for %+v, want %s", last, text)
	}
}

// Of twenty who want the invoice of one order at once, or another in place of it, one gets it.
func TestAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		s.Publish(t, e)
		path := "/v1/admin/orders/" + e.OrderID + "/invoice"
		want := map[int]int{201: 1, 409: 19}
		got := kit.StatusesAtOnce(t, 20, func(int) (kit.Answer, error) { return s.staff.Try("POST", path, nil) })
		if !equal(got, want) {
			t.Errorf("issued at once: %v", got)
		}
		invoice := s.documents(t, e.OrderID)[0]
		path = "/v1/admin/invoices/" + invoice.ID + "/reissue"
		got = kit.StatusesAtOnce(t, 20, func(int) (kit.Answer, error) { return s.staff.Try("POST", path, body{"reason": "Moved."}) })
		if !equal(got, want) {
			t.Errorf("reissued at once: %v", got)
		}
		if got := s.kinds(t, e.OrderID); len(got) != 3 || s.charged(t, e.OrderID) != 7377 {
			t.Errorf("%v", got)
		}
		s.awaitFiles(t)
		if out, err := s.verified(t); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// Invoices of many orders that are issued at once have the numbers 1 to n.
func TestNumbersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		orders := make([]ordering.OrderPlaced, 20)
		for n := range orders {
			orders[n] = s.example1()
			s.Publish(t, orders[n])
		}
		got := kit.StatusesAtOnce(t, len(orders), func(n int) (kit.Answer, error) {
			return s.staff.Try("POST", "/v1/admin/orders/"+orders[n].OrderID+"/invoice", nil)
		})
		var numbers []string
		for _, e := range orders {
			numbers = append(numbers, s.numbers(t, e.OrderID)...)
		}
		slices.Sort(numbers)
		if got[201] != len(orders) || len(slices.Compact(numbers)) != len(orders) || !strings.HasSuffix(numbers[len(numbers)-1], "-000020") {
			t.Errorf("%v %v", got, numbers)
		}
	})
}

func equal(a, b map[int]int) bool {
	for status, n := range a {
		if b[status] != n {
			return false
		}
	}
	return len(a) == len(b)
}

// The invoice in place of another has the new address; the old one is cancelled, with the reason,
// and the two are published as belonging together.
func TestReissue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.example1()
		e.BillTo.BillToVATID = new("DE123456789")
		log := eventbustest.Record(t, s.DB)
		s.ship(t, e)
		s.awaitFiles(t)
		old := s.documents(t, e.OrderID)[0]
		path := "/v1/admin/invoices/" + old.ID + "/reissue"
		to := body{"fullName": "Grace Hopper", "line1": "1 Navy Yard", "city": "Boston", "postalCode": "02129", "country": "US", "phone": "1"}
		got := s.staff.Do(t, "POST", path, body{"reason": "The buyer has moved.", "billTo": to}).Require(t, 201)
		got.RequireFields(t, kit.Fields{
			"kind": "invoice", "live": true, "refersTo.number": old.Number, "buyer.fullName": "Grace Hopper", "buyer.company": nil,
			"buyer.address": "1 Navy Yard, 02129 Boston", "buyer.vatId": "DE123456789", "gross": 73.77,
		})
		s.awaitFiles(t)
		found := s.documents(t, e.OrderID)
		if len(found) != 3 || found[1].Kind != events.KindCancellation || *found[1].Reason != "The buyer has moved." ||
			found[1].amounts != old.amounts || found[2].ID != got.Text("id") || found[2].Reason != nil {
			t.Fatalf("%+v", found)
		}
		published := eventbustest.Of[events.DocumentIssued](log)
		if len(published) != 3 || published[1].ReplacedBy == nil || published[1].ReplacedBy.Number != found[2].Number ||
			published[2].Replaced == nil || published[2].Replaced.Number != found[1].Number ||
			published[2].Replaced.PDFSHA256 != published[1].PDFSHA256 {
			t.Errorf("%+v", published)
		}
		replaced := eventbustest.Of[events.InvoiceReplaced](log)
		if len(replaced) != 1 || replaced[0].Number != found[2].Number || replaced[0].ReplacedNumber != old.Number {
			t.Errorf("%+v", replaced)
		}
		s.staff.Do(t, "POST", path, body{"reason": "Again."}).Require(t, 409, "invalid_transition")
		s.staff.Do(t, "POST", "/v1/admin/invoices/"+found[1].ID+"/reissue", body{"reason": "x"}).Require(t, 409)
		again := s.staff.Do(t, "POST", "/v1/admin/invoices/"+found[2].ID+"/reissue", body{"reason": "x"}).Require(t, 201)
		again.RequireFields(t, kit.Fields{"buyer.fullName": "Grace Hopper"})
		s.Publish(t, refundOf(e, 7000, ""))
		s.staff.Do(t, "POST", "/v1/admin/invoices/"+again.Text("id")+"/reissue", body{"reason": "x"}).Require(t, 409)
	})
}

// Numbers begin anew with the year of the shop's time zone, each kind for itself.
func TestNumbersOfAYear(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		now := s.Clock.Now()
		s.Clock.Advance(time.Date(now.Year()+1, 12, 31, 22, 0, 0, 0, time.UTC).Sub(now))
		before, after := s.example1(), s.example1()
		s.ship(t, before)
		s.Publish(t, refundOf(before, 7000, ""))
		s.Clock.Advance(time.Hour) // 00:00 in Berlin
		s.ship(t, after)
		year := time.Date(now.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006")
		next := time.Date(now.Year()+2, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006")
		got := append(s.numbers(t, before.OrderID), s.numbers(t, after.OrderID)...)
		if want := []string{"RE-" + year + "-000001", "RK-" + year + "-000001", "RE-" + next + "-000001"}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// A commit that fails uses up no number.
func TestNumbersWithoutAGap(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		failed, e := s.example1(), s.example1()
		s.Publish(t, failed, e)
		err := s.inTx(t, func(tx *gorm.DB) error {
			if _, err := (&issuer{clock: s.Clock, settings: copySettings(s.Copies), wake: make(chan struct{}, 1)}).issueByHand(
				eventbus.WithActor(t.Context(), eventbus.ActorCLI), tx, failed.OrderID); err != nil {
				t.Error(err)
			}
			return errNoLuck
		})
		if err == nil {
			t.Error("a transaction that fails commits")
		}
		if got := s.issue(t, e.OrderID, 201).Text("number"); !strings.HasSuffix(got, "-000001") {
			t.Errorf("%s", got)
		}
		s.awaitFiles(t)
		if out, err := s.verified(t); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// In whatever order money comes and goes: the documents of an order charge what it claims, and in
// the end nothing.
func TestAnyOrderOfEvents(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		n := 0
		rapid.Check(t, func(rt *rapid.T) {
			if n++; n > 8 { // each takes some twenty transactions
				return
			}
			e := s.example1()
			s.Publish(t, e)
			claim, isShipped := e.Total, false
			for range rapid.IntRange(1, 6).Draw(rt, "events") {
				switch rapid.IntRange(0, 4).Draw(rt, "event") {
				case 0:
					isShipped = true
					s.Publish(t, shipped(e, claim, s.Clock.Now()))
				case 1:
					claim = rapid.Int64Range(0, claim).Draw(rt, "claim")
					s.Publish(t, refundOf(e, claim, ""))
				case 2:
					claim = rapid.Int64Range(claim, e.Total).Draw(rt, "bounced")
					s.Publish(t, refundOf(e, claim, ""))
				case 3:
					back := ordering.ReturnReceived{Order: claims(e, claim), ReturnID: id.New(), ShippingRefund: 490,
						Items: []ordering.ShipmentItem{{OrderItemID: e.Lines[0].OrderItemID, Quantity: 1}}}
					claim = rapid.Int64Range(0, claim).Draw(rt, "claim")
					s.Publish(t, back, refundOf(e, claim, back.ReturnID))
				case 4:
					s.Publish(t, ordering.OrderPaid{Order: claims(e, claim), PaidAt: s.Clock.Now(), Amount: claim})
				}
			}
			if got := s.charged(t, e.OrderID); isShipped && got > money.Cents(claim) || !isShipped && got != 0 {
				rt.Fatalf("charged %s, claimed %s", got, money.Cents(claim))
			}
			s.Publish(t, refundOf(e, 0, ""))
			if got := s.charged(t, e.OrderID); got != 0 {
				rt.Fatalf("in the end: %s", got)
			}
		})
		s.awaitFiles(t)
		if out, err := s.verified(t); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// The bearer of the order's token reads its documents; another's are not found.
func TestOwners(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		guest, other := s.example1(), s.example1()
		guest.Guest, guest.UserID = true, id.New()
		s.ship(t, guest)
		s.ship(t, other)
		s.awaitFiles(t)
		documentID := s.documents(t, guest.OrderID)[0].ID
		stranger, _ := s.As(t, auth.RoleCustomer)
		bearer := s.API.With("X-Order-Token", s.orderToken(guest.OrderID, guest.UserID))
		wrong := s.API.With("X-Order-Token", s.orderToken(other.OrderID, guest.UserID))
		for _, path := range []string{
			"/v1/orders/" + guest.OrderID + "/invoices", "/v1/invoices/" + documentID, "/v1/invoices/" + documentID + "/pdf",
			"/v1/invoices/" + documentID + "/xml",
		} {
			bearer.Do(t, "GET", path, nil).Require(t, 200)
			s.API.Do(t, "GET", path, nil).Require(t, 401)
			for _, caller := range []*kit.API{s.buyer, stranger, s.staff, wrong} {
				caller.Do(t, "GET", path, nil).Require(t, 404)
			}
			s.buyer.Do(t, "GET", strings.NewReplacer(documentID, "x", guest.OrderID, "x").Replace(path), nil).Require(t, 404)
		}
		account, userID := s.As(t, auth.RoleCustomer)
		claimed := guest.Order
		claimed.UserID = userID
		s.Publish(t, ordering.OrderClaimed{Order: claimed, GuestID: guest.UserID})
		account.Do(t, "GET", "/v1/invoices/"+documentID, nil).Require(t, 200)
		bearer.Do(t, "GET", "/v1/invoices/"+documentID, nil).Require(t, 404)
		if text := s.Exported(t, userID); !strings.Contains(text, documentID) {
			t.Errorf("the export lacks the document: %s", text)
		}
	})
}
