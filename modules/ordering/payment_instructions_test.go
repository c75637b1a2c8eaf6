package ordering

import (
	"strings"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// requireTransfer checks that the order asks for the amount, in words and as a transfer.
func requireTransfer(t *testing.T, got kit.Answer, amount float64, words string) {
	t.Helper()
	got.RequireFields(t, kit.Fields{
		"payment.due": amount, "payment.transfer.iban": "DE02120300000000202051", "payment.transfer.bic": nil,
		"payment.transfer.holder": "Orderd", "payment.transfer.reference": got.Text("number"), "payment.transfer.amount": amount,
		"payment.processing": false,
	})
	if how := got.Text("payment.instructions"); !strings.Contains(how, words) {
		t.Errorf("instructions %q, want %q in them", how, words)
	}
}

var nothingToPay = kit.Fields{"payment.due": 0, "payment.instructions": nil, "payment.transfer": nil}

// The instructions and the transfer ask for what is due at the moment; when nothing is, there are
// none.
func TestInstructionsAskForWhatIsDue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		read := func() kit.Answer { return c.Do(t, "GET", o.path(""), nil).Require(t, 200) }
		requireTransfer(t, read(), 63.38, "Please transfer €63.38 to Orderd, DE02 1203 0000 0000 2020 51, with the reference ")
		if read().At("payment.transfer.dueAt") == nil || !strings.Contains(read().Text("payment.instructions"), "until") {
			t.Errorf("without a deadline: %s", read().Body)
		}
		due, err := time.Parse(time.RFC3339, read().Text("payment.transfer.dueAt"))
		zone, zoneErr := time.LoadLocation("Europe/Berlin")
		if day := clock.FormatDay(due.In(zone), "en"); err != nil || zoneErr != nil ||
			!strings.HasSuffix(read().Text("payment.instructions"), " until "+day+".") {
			t.Errorf("it is due on %s: %s", day, read().Body)
		}
		list := c.Do(t, "GET", "/v1/orders", nil).Require(t, 200)
		list.RequireFields(t, kit.Fields{
			"data.0.payment.instructions": read().Text("payment.instructions"), "data.0.payment.transfer.amount": 63.38,
			"data.0.payment.transfer.dueAt": read().Text("payment.transfer.dueAt"),
		})

		log := eventbustest.Record(t, s.DB)
		s.do(t, o, "cancel-items", body{"items": []body{o.units(0, 1)}, "reason": "Sold out."})
		requireTransfer(t, read(), 45.39, "Please transfer €45.39 to")
		s.do(t, o, "mark-paid", nil)
		read().RequireFields(t, nothingToPay)
		s.do(t, o, "mark-unpaid", body{"reason": "It was another order."})
		requireTransfer(t, read(), 45.39, "Please transfer €45.39 to")
		changed := eventbustest.Of[events.PaymentDueChanged](log)
		if len(changed) != 2 || changed[0].Due != 4539 || changed[1].Due != 4539 ||
			*changed[1].Instructions != read().Text("payment.instructions") {
			t.Errorf("published %s", quoted(changed))
		}
		c.Do(t, "POST", o.path("/cancel"), nil).Require(t, 200).RequireFields(t, nothingToPay)
		read().RequireFields(t, nothingToPay)
	})
}

// Invoices are paid by transfer; cash and cards by none.
func TestTransfersOfEachMethod(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		invoice := s.place(t, c, payByInvoice, s.mokaAndCup(t), body{}) // 63.38
		s.deliverAll(t, invoice)
		asked := c.Do(t, "POST", invoice.path("/returns"), asksBack(invoice.units(0, 3))).Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
		log := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200)
		got := c.Do(t, "GET", invoice.path(""), nil).Require(t, 200)
		requireTransfer(t, got, 9.4, "Please transfer €9.40 to")
		if due := got.At("payment.transfer.dueAt"); due == nil || due != got.At("payment.dueAt") {
			t.Errorf("an invoice without a last day: %s", got.Body)
		}
		changed := eventbustest.Of[events.PaymentDueChanged](log)
		if len(changed) != 1 || changed[0].Due != 940 || *changed[0].Instructions != got.Text("payment.instructions") {
			t.Errorf("published %s", quoted(changed))
		}

		cash := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		got = s.admin.Do(t, "GET", cash.adminPath(""), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"payment.transfer": nil, "payment.processing": false})
		if got.At("payment.instructions") == nil {
			t.Errorf("cash: %s", got.Body)
		}
		card := s.place(t, c, payByCard, s.mokaAndCup(t))
		c.Do(t, "GET", card.path(""), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"payment.instructions": nil, "payment.transfer": nil})
	}, withCards)
}

// Buyers pay to the account that the shop has now.
func TestInstructionsNameTheAccountOfNow(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.Publish(t, shop.SettingsSaved{Group: shop.GroupBank, Version: 2, After: kit.JSON(t, shop.Bank{
			IBAN: new("AT611904300234573201"), BIC: new("BKAUATWW"), Holder: new("Moka & Co GmbH"),
		})})
		got := c.Do(t, "GET", o.path(""), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"payment.transfer.iban": "AT611904300234573201", "payment.transfer.bic": "BKAUATWW", "payment.transfer.holder": "Moka & Co GmbH",
		})
		if how := got.Text("payment.instructions"); !strings.Contains(how, "to Moka & Co GmbH, AT61 1904 3002 3457 3201, BIC BKAUATWW, with") {
			t.Errorf("instructions %q", how)
		}
	})
}
