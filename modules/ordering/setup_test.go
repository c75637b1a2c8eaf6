package ordering

import (
	"context"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/money"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// body is the body of a request.
type body = map[string]any

var testConfig = Config{
	Country:         "DE",
	TaxRates:        map[string]map[string]money.Rate{"DE": {"standard": 1900, "reduced": 700}, "AT": {"standard": 2000, "reduced": 1000}},
	LowStock:        5,
	PaymentDeadline: 72 * time.Hour,
	CardDeadline:    30 * time.Minute,
	// High limits, out of the way of the other tests; the open orders are counted all the same.
	OpenOrders:    [3]int{1_000_000, 1_000_000, 1_000_000},
	OpenUnits:     [3]int{1_000_000_000, 1_000_000_000, 1_000_000_000},
	GuestCheckout: true,
	Secret:        secret.New("the secret that all processes of a test share"),
	ShopName:      "Orderd",
	BankAccount:   "DE02 1203 0000 0000 2020 51",

	PaymentMethods: []paymentMethod{payByBankTransfer, events.PaymentMethodCashOnDelivery, payByInvoice},

	ReturnsAddress: "Orderd, Musterstr. 1, 12345 Musterstadt, Germany",
}

// exportAsked says whose data was asked for.
func exportAsked(_ context.Context, userID string) (map[string]any, error) {
	return map[string]any{"asked": userID}, nil
}

func build(p moduletest.Deps) module.Module { return buildWith()(p) }

// buildWith builds the module with another configuration.
func buildWith(changes ...func(c *Config)) func(moduletest.Deps) module.Module {
	config := testConfig
	for _, change := range changes {
		change(&config)
	}
	return func(p moduletest.Deps) module.Module {
		return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Pseudonyms: kit.Pseudonyms, Export: exportAsked, Config: config})
	}
}

// withCards is the configuration of a shop that takes cards.
func withCards(c *Config) { c.PaymentMethods = append(slices.Clone(c.PaymentMethods), payByCard) }

// setup is the running module with an admin in it.
type setup struct {
	*moduletest.Runner
	admin    *kit.API
	adminID  string
	methodID string // of standardMethod
}

// each runs test on both databases, with the changes to the configuration.
func each(t *testing.T, test func(t *testing.T, s *setup), changes ...func(c *Config)) {
	t.Parallel()
	moduletest.Each(t, buildWith(changes...), func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		test(t, s)
	})
}

// inTx runs fn in a transaction and fails the test when it fails.
func (s *setup) inTx(t *testing.T, fn func(tx *gorm.DB) error) {
	t.Helper()
	if err := database.InTx(t.Context(), s.DB, fn); err != nil {
		t.Fatal(err)
	}
}

// item is a variant in a test: a product of its own unless the test says otherwise.
type item struct {
	ProductID, VariantID, SKU string
}

// sell announces an active product with one variant at the price, and puts some of it in stock.
// The changes are made to the announcement before it is sent.
func (s *setup) sell(t *testing.T, price money.Cents, onHand int64, changes ...func(p *catalog.ProductSaved)) item {
	t.Helper()
	it := item{ProductID: id.New(), VariantID: id.New()}
	it.SKU = "SKU-" + it.VariantID[len(it.VariantID)-6:]
	p := catalog.ProductSaved{
		ProductID: it.ProductID, Slug: "moka", Name: "Moka", Status: "active", TaxClass: "standard",
		Variants: []catalog.Variant{{VariantID: it.VariantID, SKU: it.SKU, Options: map[string]string{"size": "6 cups"}, Price: int64(price),
			Sold: true}},
	}
	for _, change := range changes {
		change(&p)
	}
	s.Publish(t, p)
	if onHand > 0 {
		s.inTx(t, func(tx *gorm.DB) error {
			return moveStock(tx, stockMove{Reason: moveCount, At: s.Clock.Now()}, []variantQuantity{{it.VariantID, onHand}})
		})
	}
	return it
}

// customer is a new user who has an account and, unless it is taken away, a default address in
// Germany.
type customer struct {
	*kit.API
	ID, Email, AddressID string
}

func (s *setup) customer(t *testing.T) customer {
	t.Helper()
	c := customer{AddressID: id.New()}
	c.API, c.ID = s.As(t, auth.RoleCustomer)
	c.Email = c.ID + "@example.com"
	s.Publish(t,
		identity.AccountCreated{
			UserID: c.ID, Origin: identity.OriginRegistration, Role: identity.RoleCustomer, AccountType: identity.RetailAccount, Locale: "en",
			CreatedAt: s.Clock.Now(), Email: c.Email, FullName: "Ada Lovelace",
		},
		identity.AddressSaved{
			UserID: c.ID, AddressID: c.AddressID, IsDefault: true, FullName: "Ada Lovelace", Phone: new("+49 30 1234567"),
			Line1: "Unter den Linden 1", City: "Berlin", PostalCode: "10117", Country: "DE",
		})
	return c
}

// wholesaler is a customer with a wholesale account.
func (s *setup) wholesaler(t *testing.T) customer {
	t.Helper()
	c := s.customer(t)
	s.Publish(t, identity.AccountTypeChanged{
		UserID: c.ID, AccountType: identity.WholesaleAccount, BusinessName: new("Analytical Engines Ltd"),
	})
	return c
}
