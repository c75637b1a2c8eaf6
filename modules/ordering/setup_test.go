package ordering

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
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

// body is the body of a request.
type body = map[string]any

// testShop is a shop: its configuration and its settings.
type testShop struct {
	Config
	Profile  shop.Profile
	Seller   shop.Seller
	Bank     shop.Bank
	Tax      shop.Tax
	Checkout shop.Checkout
	Loyalty  shop.Loyalty
}

var testConfig = testShop{
	Config: Config{
		// High limits, out of the way of the other tests; the open orders are counted all the same.
		OpenOrders: [3]int{1_000_000, 1_000_000, 1_000_000},
		OpenUnits:  [3]int{1_000_000_000, 1_000_000_000, 1_000_000_000},
		Secret:     secret.New("the secret that all processes of a test share"),
		KeepDays:   180,
	},
	Profile: shop.Profile{Name: "Orderd", Country: "DE", TimeZone: "Europe/Berlin", Locale: "en", Locales: []string{"en", "de"}},
	Seller:  shop.Seller{ReturnsAddress: new("Orderd, Musterstr. 1, 12345 Musterstadt, Germany")},
	Bank:    shop.Bank{IBAN: new("DE02120300000000202051")},
	Tax: shop.Tax{Rates: []shop.TaxRate{
		{Country: "DE", Standard: 1900, Reduced: 700}, {Country: "AT", Standard: 2000, Reduced: 1000},
	}},
	Checkout: shop.Checkout{
		Methods: convert.All(events.PaymentMethod("").Values(), func(m string) shop.MethodSetting {
			return shop.MethodSetting{Method: m, Enabled: true}
		}),
		GuestCheckout: true, PaymentDeadline: shop.Duration(paymentDeadline), CardDeadline: shop.Duration(cardDeadline), LowStock: 5,
		ReturnDays: shop.DefaultReturnDays, WithdrawalDays: shop.DefaultWithdrawalDays,
		ProcessingDeadline: shop.Duration(processingDeadline), InvoiceDays: shop.DefaultInvoiceDays,
	},
	Loyalty: shop.Loyalty{Enabled: true, PointsPerEuro: 10},
}

const (
	paymentDeadline    = 72 * time.Hour
	cardDeadline       = 30 * time.Minute
	processingDeadline = 14 * 24 * time.Hour
)

// settings are the events of the shop's settings in their version.
func (c *testShop) settings(t *testing.T, version int64) (all []eventbus.Event) {
	t.Helper()
	for group, values := range map[shop.Group]any{
		shop.GroupProfile: c.Profile, shop.GroupSeller: c.Seller, shop.GroupBank: c.Bank, shop.GroupTax: c.Tax,
		shop.GroupCheckout: c.Checkout, shop.GroupLoyalty: c.Loyalty,
	} {
		all = append(all, shop.SettingsSaved{Group: group, Version: version, After: kit.JSON(t, values)})
	}
	return all
}

// terms are those of the shop, without a database.
func (c *testShop) terms(t interface{ Fatal(...any) }) *saleTerms {
	terms := saleTerms{Config: &c.Config, Checkout: c.Checkout, profile: c.Profile, seller: c.Seller, bank: c.Bank, tax: c.Tax,
		loyalty: c.Loyalty}
	if err := terms.derive(); err != nil {
		t.Fatal(err)
	}
	return &terms
}

// exportAsked says whose data was asked for.
func exportAsked(_ context.Context, userID string) (map[string]any, error) {
	return map[string]any{"asked": userID}, nil
}

func build(p moduletest.Deps) module.Module { return buildWith()(p) }

// buildWith builds the module with another configuration.
func buildWith(changes ...func(c *testShop)) func(moduletest.Deps) module.Module {
	config := changed(changes).Config
	return func(p moduletest.Deps) module.Module {
		return New(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Pseudonyms: kit.Pseudonyms, Export: exportAsked, Copies: p.Copies, Config: config})
	}
}

// idle is the module without its jobs, which a test does itself.
func idle(changes ...func(c *testShop)) func(moduletest.Deps) module.Module {
	return func(p moduletest.Deps) module.Module {
		m := buildWith(changes...)(p)
		m.Run = nil
		return m
	}
}

// changed is the shop with the changes.
func changed(changes []func(c *testShop)) testShop {
	c := testConfig
	for _, change := range changes {
		change(&c)
	}
	return c
}

// withCards is a shop that takes cards.
func withCards(c *testShop) { c.CardProvider = new(shop.CardProvider) }

// setup is the running module with an admin in it.
type setup struct {
	*moduletest.Runner
	admin    *kit.API
	adminID  string
	methodID string // of standardMethod
}

// each runs test on both databases, in a shop with the changes.
func each(t *testing.T, test func(t *testing.T, s *setup), changes ...func(c *testShop)) {
	t.Parallel()
	moduletest.Each(t, buildWith(changes...), func(t *testing.T, r *moduletest.Runner) {
		test(t, newSetup(t, r, changes...))
	})
}

func newSetup(t *testing.T, r *moduletest.Runner, changes ...func(c *testShop)) *setup {
	t.Helper()
	s := &setup{Runner: r}
	s.admin, s.adminID = r.As(t, auth.RoleAdmin)
	c := changed(changes)
	s.Publish(t, c.settings(t, 1)...)
	return s
}

// deps are those of another process, without its requests.
func (s *setup) deps(t *testing.T) *Deps {
	t.Helper()
	config := testConfig.Config
	d := &Deps{DB: s.DB, Clock: s.Clock, Log: s.Log, Config: config, settings: copyTerms(s.Copies, &config)}
	if err := s.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
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
