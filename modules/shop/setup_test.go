package shop

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/locale"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// body is the body of a request.
type body = map[string]any

const hour = events.Duration(time.Hour)

// defaults are those of a service without a configuration.
func defaults() Config {
	german := events.Profile{
		Name: "Orderd", Country: "DE", TimeZone: "Europe/Berlin", Locales: locale.Code("").Values(), Locale: "en",
	}
	tax := events.Tax{
		Rates: []events.TaxRate{{Country: "DE", Standard: 1900, Reduced: 700}}, WholesalePrices: events.PricesGross,
		VATIDMaxAge: 720 * hour, RetentionYears: 8,
	}
	checkout := events.Checkout{
		Methods: []events.MethodSetting{{Method: "bank_transfer", Enabled: true}, {Method: "cash_on_delivery", Enabled: true},
			{Method: "invoice", Enabled: true}, {Method: "card", Enabled: true}},
		GuestCheckout: true, PaymentDeadline: 72 * hour, CardDeadline: hour / 2, LowStock: 5, ReturnDays: 30, WithdrawalDays: 14,
		DefaultGrams: 500, ProcessingDeadline: 336 * hour, InvoiceDays: 14,
	}
	loyalty := events.Loyalty{Enabled: true, PointsPerEuro: 10, PointsPerShare: 50, VoucherDays: 365}
	given := events.Settings{
		Profile: german, Tax: tax, Checkout: checkout, Loyalty: loyalty, Mail: events.Mail{SenderName: "Orderd", Color: events.DefaultMailColor},
		Storefront: events.DefaultStorefront(),
	}
	return Config{Defaults: given, Given: given, MailAddress: "shop@example.com", MediaURL: "http://localhost:8080/media/"}
}

// setup is the module alone, with an admin, and a consumer that copies the settings.
type setup struct {
	*moduletest.Runner
	admin   *kit.API
	adminID string
}

func build(c Config) func(p moduletest.Deps) module.Module {
	return func(p moduletest.Deps) module.Module {
		return New(Deps{DB: p.DB, Clock: p.Clock, Copies: p.Copies, Config: c})
	}
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) { eachWith(t, defaults(), test) }

func eachWith(t *testing.T, c Config, test func(t *testing.T, s *setup)) {
	t.Parallel()
	moduletest.Each(t, build(c), func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		test(t, s)
	})
}

func path(group events.Group) string { return "/v1/admin/settings/" + string(group) }
