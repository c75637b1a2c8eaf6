package ordering

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/money"
	"orderd/test/kit"
)

// No order is placed at settings that were replaced before it, by a process that has not heard of
// them either: it prices the cart anew.
func TestNoOrderAtOldSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, it := s.customer(t), s.sell(t, 11900, 100)
		method := s.standardMethod(t)
		for i, percent := range []money.Rate{1600, 1900, 500, 0, 2100} {
			put(t, c.API, it, 1)
			tax := testConfig.Tax
			tax.Rates = []shop.TaxRate{{Country: "DE", Standard: percent}}
			// As another process writes them, without a signal.
			if err := s.DB.Exec("UPDATE ordering_settings SET value = ?, version = version + 1 WHERE name = 'tax'",
				string(kit.JSON(t, tax))).Error; err != nil {
				t.Fatal(err)
			}
			o := postCheckout(t, c.API, method).Require(t, 201)
			if got := o.Number("items.0.taxRate"); got != float64(percent)/100 {
				t.Errorf("order %d has a rate of %v, want %v", i, got, percent)
			}
		}
	})
}

// Checkouts get on while settings change all the time, at each of their attempts: one that was
// refused reads them in its transaction, where they stay as they are.
func TestCheckoutsWhileSettingsChange(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.standardMethod(t)
		crowd := s.crowd(t, atFull(20, 200), nil, s.sell(t, 11900, 1000))
		ctx, cancel := context.WithCancel(t.Context())
		changes := 0
		var changing sync.WaitGroup
		changing.Go(func() {
			for ; ctx.Err() == nil; changes++ {
				err := database.AutocommitWrite(t.Context(), s.DB, func(db *gorm.DB) *gorm.DB {
					return db.Exec("UPDATE ordering_settings SET version = version + 1 WHERE name = 'tax'")
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
		for _, c := range crowd {
			postCheckout(t, c.API, method).Require(t, 201)
		}
		cancel()
		changing.Wait()
		if changes < len(crowd) {
			t.Errorf("the settings have changed %d times", changes)
		}
	})
}

// A method that is switched off is refused, and stays good for the orders that have it.
func TestMethodsAreSwitchedOff(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		off := testConfig
		off.Checkout.Methods = []shop.MethodSetting{{Method: "cash_on_delivery", Enabled: true}, {Method: "bank_transfer"}}
		s.Publish(t, off.settings(t, 2)...)
		s.fillCart(t, c.ID, s.mokaAndCup(t), []string{})
		refused := postCheckout(t, c.API, s.standardMethod(t)).Require(t, 422, "validation_failed")
		if got := refused.Pointers(); len(got) != 1 || got[0] != "/paymentMethod not_allowed" {
			t.Errorf("%q", got)
		}
		log := eventbustest.Record(t, s.DB)
		same := c.Do(t, "POST", o.path("/payment"), body{"method": payByBankTransfer}).Require(t, 200)
		requireAxes(t, same, "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		if same.At("payment.transfer") == nil || len(log.Names()) > 0 {
			t.Errorf("the same method: %s, published %v", same.Body, log.Names())
		}
		s.admin.Do(t, "POST", "/v1/admin"+o.path("/mark-paid")[len("/v1"):], nil).Require(t, 200)
		c.Do(t, "POST", o.path("/payment"), body{"method": payByBankTransfer}).Require(t, 409, "invalid_transition")
	})
}

// So does a card: the money of an order that has it still counts. An order that leaves a method
// that is switched off does not get it back.
func TestCardsAreSwitchedOff(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		kept, left := s.cardOrder(t, c), s.cardOrder(t, c)
		off := testConfig
		off.Checkout.Methods = []shop.MethodSetting{{Method: "cash_on_delivery", Enabled: true}, {Method: "card"}}
		s.Publish(t, off.settings(t, 2)...)
		c.Do(t, "POST", kept.path("/payment"), body{"method": payByCard}).Require(t, 200)
		s.Publish(t, s.received(kept, kept.Total, s.Clock.Now()))
		c.Do(t, "GET", kept.path(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"paymentStatus": "paid"})
		c.Do(t, "POST", left.path("/payment"), body{"method": payOnDelivery}).Require(t, 200)
		if got := c.Do(t, "POST", left.path("/payment"), body{"method": payByCard}).Require(t, 422, "validation_failed").
			Pointers(); !slices.Equal(got, []string{"/method not_allowed"}) {
			t.Errorf("back to the card: %v", got)
		}
	}, withCards)
}

// A method is for countries and amounts, in quotes and checkouts alike.
func TestBoundsOfMethods(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, method := s.customer(t), s.standardMethod(t)
		euros := func(n int64) *money.Cents { return new(money.Cents(n * 100)) }
		s.fillCart(t, c.ID, s.mokaAndCup(t), []string{})
		quote := func() kit.Answer {
			t.Helper()
			return c.Do(t, "POST", "/v1/checkout/quote", body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}).Require(t, 200)
		}
		total := quote().Number("total")
		for i, row := range []struct {
			set  shop.MethodSetting
			want int // requirements
		}{
			{shop.MethodSetting{Countries: []string{"AT"}}, 1},
			{shop.MethodSetting{Minimum: euros(int64(total) + 1)}, 1},
			{shop.MethodSetting{Maximum: euros(int64(total) - 1)}, 1},
			{shop.MethodSetting{Countries: []string{"AT", "DE"}, Minimum: euros(int64(total)), Maximum: euros(int64(total) + 1)}, 0},
		} {
			changed := testConfig
			row.set.Method, row.set.Enabled = string(payByBankTransfer), true
			changed.Checkout.Methods = []shop.MethodSetting{row.set}
			s.Publish(t, changed.settings(t, int64(i+2))...)
			quote().RequireFields(t, kit.Fields{"requirements.#": row.want})
			if row.want == 0 {
				postCheckout(t, c.API, method).Require(t, 201)
				continue
			}
			got := postCheckout(t, c.API, method).Require(t, 422, "validation_failed").Pointers()
			if len(got) != 1 || got[0] != "/paymentMethod not_allowed" {
				t.Errorf("row %d: %q", i, got)
			}
		}
	})
}

// An order whose way to pay was switched off is asked for at the provider before it is cancelled.
func TestOverdueOrderOfAMethodThatIsOff(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByCard, s.mokaAndCup(t))
		off := testConfig
		off.Checkout.Methods = []shop.MethodSetting{{Method: "cash_on_delivery", Enabled: true}, {Method: "card"}}
		s.Publish(t, off.settings(t, 2)...)
		s.advance(t, cardDeadline+time.Second, &c)
		s.awaitOverdue(t, o)
	}, withCards)
}

// Goods may be returned for as long as it was when the order was placed.
func TestReturnDaysOfTheOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		before := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		short := testConfig
		short.Checkout.ReturnDays = 2
		s.Publish(t, short.settings(t, 2)...)
		after := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		recorded := eventbustest.Record(t, s.DB)
		s.deliverAll(t, before)
		s.deliverAll(t, after)
		for _, e := range eventbustest.Of[events.OrderDelivered](recorded) {
			if want := map[string]int64{before.OrderID: shop.DefaultReturnDays, after.OrderID: 2}[e.OrderID]; e.ReturnDays != want {
				t.Errorf("an order that may be returned for %d days says %d", want, e.ReturnDays)
			}
		}
		s.advance(t, 3*24*time.Hour, &c)
		c.Do(t, "POST", after.path("/returns"), asksBack(after.units(0, 1))).Require(t, 409, "invalid_transition")
		c.Do(t, "POST", before.path("/returns"), asksBack(before.units(0, 1))).Require(t, 201)
		if err := s.DB.Exec("UPDATE ordering_orders SET return_days = -1").Error; err == nil {
			t.Error("an order may be returned for less than no time")
		}
	})
}

// An order waits for its payment for as long as it was when it was placed.
func TestDeadlinesOfTheOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		byTransfer, byCard := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)), s.place(t, c, payByCard, s.mokaAndCup(t))
		short := testConfig
		short.Checkout.PaymentDeadline, short.Checkout.CardDeadline = shop.Duration(10*time.Hour), shop.Duration(10*time.Minute)
		s.Publish(t, short.settings(t, 2)...)
		s.requireWaiting(t, c, byTransfer, false, paymentDeadline)
		s.requireWaiting(t, c, byCard, false, cardDeadline)
		s.requireWaiting(t, c, s.place(t, c, payByBankTransfer, s.mokaAndCup(t)), false, 10*time.Hour)
		s.requireWaiting(t, c, s.place(t, c, payByCard, s.mokaAndCup(t)), false, 10*time.Minute)
	}, withCards)
}

// An order earns by what a EUR was worth when it was placed.
func TestPointsOfTheOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		recorded := eventbustest.Record(t, s.DB)
		for i, l := range []shop.Loyalty{{Enabled: true, PointsPerEuro: 3}, {PointsPerEuro: 3}, {Enabled: true}} {
			set := testConfig
			set.Loyalty = l
			s.Publish(t, set.settings(t, int64(i+2))...)
			s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		}
		for i, e := range eventbustest.Of[events.OrderPlaced](recorded) {
			if want := []int64{3, 0, 0}[i]; e.PointsPerEuro == nil || *e.PointsPerEuro != want {
				t.Errorf("order %d earns %v, want %d", i, e.PointsPerEuro, want)
			}
		}
	})
}

// A rate counts from the beginning of its day in the shop's time zone to the next one of its
// country.
func TestTaxRateOfTheDay(t *testing.T) {
	t.Parallel()
	s := testConfig
	s.Tax = shop.Tax{Rates: []shop.TaxRate{
		{Country: "DE", From: new("2027-01-01"), Standard: 2000, Reduced: 500}, {Country: "DE", Standard: 1900, Reduced: 700},
		{Country: "CH", From: new("2027-01-01"), Standard: 810},
	}}
	at := func(text string) time.Time {
		t.Helper()
		v, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return clock.Normalize(v)
	}
	own := s.terms(t)
	s.Tax.DestinationRates = true
	destination := s.terms(t)
	s.Tax.DestinationRates, s.Profile.Country = false, "AT"
	austrian := s.terms(t)
	for _, row := range []struct {
		terms   *saleTerms
		country string
		class   catalog.TaxClass
		at      string
		want    money.Rate
	}{
		{own, "DE", catalog.TaxStandard, "2026-12-31T22:59:59Z", 1900}, {own, "DE", catalog.TaxStandard, "2026-12-31T23:00:00Z", 2000},
		{own, "", catalog.TaxReduced, "2027-06-01T00:00:00Z", 500}, {own, "DE", catalog.TaxZero, "2027-06-01T00:00:00Z", 0},
		{own, "FR", catalog.TaxReduced, "2026-06-01T00:00:00Z", 700}, {own, "US", catalog.TaxStandard, "2026-06-01T00:00:00Z", 0},
		{own, "CH", catalog.TaxStandard, "2026-12-31T00:00:00Z", 0}, {own, "CH", catalog.TaxStandard, "2027-01-01T00:00:00Z", 810},
		{destination, "FR", catalog.TaxStandard, "2026-06-01T00:00:00Z", 2000},
		{destination, "FI", catalog.TaxReduced, "2026-06-01T00:00:00Z", 2550},
		// A shop without a row for its own country has the table's.
		{austrian, "AT", catalog.TaxStandard, "2026-06-01T00:00:00Z", 2000}, {austrian, "AT", catalog.TaxReduced, "2026-06-01T00:00:00Z", 2000},
		{austrian, "FI", catalog.TaxReduced, "2026-06-01T00:00:00Z", 2000}, {austrian, "DE", catalog.TaxReduced, "2026-06-01T00:00:00Z", 700},
		{destination, "DE", catalog.TaxReduced, "2026-06-01T00:00:00Z", 700}, {destination, "US", catalog.TaxStandard, "2026-06-01T00:00:00Z", 0},
	} {
		if got := row.terms.vatRates(cmp.Or(row.country, "DE"), at(row.at)).of(row.class); got != row.want {
			t.Errorf("%s %s at %s: %d, want %d", row.country, row.class, row.at, got, row.want)
		}
	}
}
