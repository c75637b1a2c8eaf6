package invoices

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/money"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// guestSecret signs the tokens of guests' orders.
var guestSecret = secret.New("the secret of these tests, long enough")

type body = map[string]any

// setup is the module alone, with a buyer and members of the staff, of a shop with a seller.
type setup struct {
	*moduletest.Runner
	buyer, staff *kit.API
	userID       string
	placed       int // orders, which have numbers of their own
	version      int64
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			test(t, newSetup(t, dialect))
		})
	}
}

func build(p moduletest.Deps) module.Module {
	return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Copies: p.Copies, Config: Config{Secret: guestSecret}})
}

func newSetup(t testing.TB, dialect string) *setup {
	t.Helper()
	s := &setup{Runner: moduletest.On(t, dialect, build)}
	s.buyer, s.userID = s.As(t, auth.RoleCustomer)
	s.staff, _ = s.As(t, auth.RoleAdmin)
	s.save(t, shop.GroupProfile, shop.Profile{Name: "Moka & Co", Country: "DE", TimeZone: "Europe/Berlin", Locales: []string{"en", "de"},
		Locale: "en"})
	s.save(t, shop.GroupSeller, testSeller())
	s.save(t, shop.GroupBank, shop.Bank{IBAN: new("DE02120300000000202051"), BIC: new("BYLADEM1001")})
	s.save(t, shop.GroupTax, shop.Tax{
		Rates:           []shop.TaxRate{{Country: "DE", Standard: 1900, Reduced: 700}, {Country: "FR", Standard: 2000, Reduced: 550}},
		WholesalePrices: shop.PricesGross, RetentionYears: 8,
	})
	s.save(t, shop.GroupCheckout, shop.Checkout{InvoiceDays: 14})
	return s
}

func testSeller() shop.Seller {
	return shop.Seller{
		Name: new("Moka & Co GmbH"), Line1: new("Torstraße 12"), PostalCode: new("10119"), City: new("Berlin"),
		Email: new("hello@shop.example"), VATID: new("DE129273398"), TaxNumber: new("37/123/45678"),
	}
}

func (s *setup) save(t testing.TB, group shop.Group, values any) {
	t.Helper()
	s.version++
	after, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	s.Publish(t, shop.SettingsSaved{Group: group, Version: s.version, After: after})
}

// line is a line of an order: what its units cost, after discounts and with VAT.
type line struct {
	units int
	gross int64
	rate  money.Rate
}

// example1 is the first example of the contract: 3 × 19.99 at 19 % and 14.90 at 7 %, 6.00 off, and
// 4.90 for the shipping.
func (s *setup) example1() ordering.OrderPlaced {
	return s.order(490, line{3, 5516, 1900}, line{1, 1371, 700})
}

// order is an order of the buyer's, whose VAT is worked out as ordering does it.
func (s *setup) order(shipping int64, lines ...line) ordering.OrderPlaced {
	e := placedAt(s, shipping, lines...)
	e.PlacedAt = s.Clock.Now()
	return e
}

// placedAt is an order of the buyer's without a time.
func placedAt(s *setup, shipping int64, lines ...line) ordering.OrderPlaced {
	s.placed++
	e := ordering.OrderPlaced{
		Order: ordering.Order{
			OrderID: id.New(), Number: fmt.Sprintf("ORD-40718%05d", s.placed), UserID: s.userID, Locale: "de",
			PaymentMethod: ordering.PaymentMethodInvoice, Email: "ada@example.com", FullName: "Ada Lovelace",
		},
		Status: ordering.OrderStatusPlaced, PaymentStatus: ordering.PaymentStatusUnpaid, PriceMode: shop.PricesGross,
		ShippingTotal: shipping, ShipToName: "Ada Lovelace", ShipToPhone: new("+49 30 1234567"),
		ShipToAddress: "Unter den Linden 1, 10117 Berlin", ShipToCountry: "DE",
		ShipToParts: ordering.ShipToParts{
			ShipToLine1: new("Unter den Linden 1"), ShipToPostalCode: new("10117"), ShipToCity: new("Berlin"),
		},
		BillTo: ordering.BillTo{
			BillToName: "Ada Lovelace", BillToCompany: new("Analytical Engines Ltd"), BillToPhone: new("+49 30 1234567"),
			BillToAddress: "Unter den Linden 1, 10117 Berlin", BillToLine1: new("Unter den Linden 1"), BillToPostalCode: new("10117"),
			BillToCity: new("Berlin"), BillToCountry: "DE",
		},
	}
	charge(&e, shipping, lines)
	e.Claim = new(e.Total)
	return e
}

// charge gives the order its lines and taxes.
func charge(e *ordering.OrderPlaced, shipping int64, lines []line) {
	var rates []money.Rate
	goods := map[money.Rate]int64{}
	for _, l := range lines {
		if _, known := goods[l.rate]; !known {
			rates = append(rates, l.rate)
		}
		goods[l.rate] += l.gross
	}
	weights := make([]int64, len(rates))
	for n, r := range rates {
		weights[n] = goods[r]
	}
	category := ordering.TaxCategoryStandard
	e.Lines = make([]ordering.Line, len(lines))
	for n, share := range money.Split(money.Cents(shipping), weights) {
		rate, parts := rates[n], []int64{}
		gross := goods[rate] + int64(share)
		tax := rate.TaxIn(money.Cents(gross))
		for _, l := range lines {
			if l.rate == rate {
				parts = append(parts, l.gross)
			}
		}
		taxes := money.Split(tax, append(parts, int64(share)))
		at := 0
		for i, l := range lines {
			if l.rate != rate {
				continue
			}
			e.Lines[i] = ordering.Line{
				OrderItemID: id.New(), SKU: fmt.Sprintf("SKU-%d", i), Name: fmt.Sprintf("Article %d", i), Options: map[string]string{"Size": "6 cups"},
				Quantity: l.units, TaxRate: rate, Category: &category, Tax: new(int64(taxes[at])), Net: new(l.gross - int64(taxes[at])),
			}
			at++
		}
		if share > 0 {
			e.ShippingTaxes = append(e.ShippingTaxes, ordering.ShippingTax{
				Rate: rate, Category: category, Tax: int64(taxes[at]), Net: int64(share - taxes[at]),
			})
		}
		e.Taxes = append(e.Taxes, ordering.Tax{Rate: rate, Category: category, Net: gross - int64(tax), Tax: int64(tax), Gross: gross})
		e.Total += gross
	}
}

// claims is the order's part of a later event, which claims so much.
func claims(e ordering.OrderPlaced, claim int64) ordering.Order {
	o := e.Order
	o.Claim = &claim
	return o
}

// ship announces the order and its first shipment.
func (s *setup) ship(t *testing.T, e ordering.OrderPlaced) {
	t.Helper()
	s.Publish(t, e)
	s.Publish(t, shipped(e, *e.Claim, s.Clock.Now()))
}

func shipped(e ordering.OrderPlaced, claim int64, at time.Time) ordering.OrderShipped {
	return ordering.OrderShipped{Order: claims(e, claim), ShipmentID: id.New(), Complete: true, ShippedAt: at}
}

// documents are the documents of an order, oldest first.
func (s *setup) documents(t *testing.T, orderID string) (found []document) {
	t.Helper()
	rows, err := documentsOf(s.DB.WithContext(t.Context()), orderID)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		d, err := r.document()
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, d)
	}
	return found
}

// numbers are the numbers of the order's documents.
func (s *setup) numbers(t *testing.T, orderID string) (numbers []string) {
	t.Helper()
	for _, d := range s.documents(t, orderID) {
		numbers = append(numbers, d.Number)
	}
	return numbers
}

// charged is the sum of the order's documents.
func (s *setup) charged(t *testing.T, orderID string) (sum money.Cents) {
	t.Helper()
	for _, d := range s.documents(t, orderID) {
		sum += d.sign() * d.Gross
	}
	return sum
}

// awaitFiles waits until the files of all documents are made.
func (s *setup) awaitFiles(t *testing.T) {
	t.Helper()
	kit.Within(t, time.Minute, "all files are made", func() error {
		var left int64
		err := s.DB.WithContext(t.Context()).Table("invoices_files").Where("pdf IS NULL").Count(&left).Error
		if err == nil && left > 0 {
			err = fmt.Errorf("%d are not", left)
		}
		return err
	})
}

// verified runs the command that compares everything.
func (s *setup) verified(t *testing.T) (string, error) {
	t.Helper()
	var out textBuffer
	err := Deps{DB: s.DB, Clock: s.Clock}.verify(t.Context(), nil, &out)
	return string(out), err
}

type textBuffer []byte

func (b *textBuffer) Write(p []byte) (int, error) {
	*b = append(*b, p...)
	return len(p), nil
}

// inTx runs a function in a transaction.
func (s *setup) inTx(t testing.TB, do func(tx *gorm.DB) error) error {
	t.Helper()
	return database.InTx(t.Context(), s.DB, do)
}

// refund is a refund of the order that was sent; of a return unless that is "".
func refundOf(e ordering.OrderPlaced, claim int64, returnID string) eventbus.Event {
	r := ordering.RefundSettled{
		Order: claims(e, claim), RefundID: id.New(), Amount: 1, Status: ordering.RefundStatusSucceeded, Reason: "The goods came back.",
	}
	if returnID != "" {
		r.ReturnID = &returnID
	}
	return r
}

// kinds are the kinds of the order's documents.
func (s *setup) kinds(t *testing.T, orderID string) (kinds []events.Kind) {
	t.Helper()
	for _, d := range s.documents(t, orderID) {
		kinds = append(kinds, d.Kind)
	}
	return kinds
}
