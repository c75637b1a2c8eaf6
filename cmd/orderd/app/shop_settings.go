package app

import (
	"cmp"
	"maps"
	"net/mail"
	"regexp"
	"slices"

	"orderd/cmd/orderd/settings"
	"orderd/modules/ordering/events"
	"orderd/modules/shop"
	shopevents "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// pinnedFields are the fields of the shop's settings that a key of the configuration decides about,
// when file or environment set it.
var pinnedFields = []struct {
	key   string
	group shopevents.Group
	field string
}{
	{"shop.name", shopevents.GroupProfile, "name"},
	{"shop.country", shopevents.GroupProfile, "country"},
	{"shop.order_url", shopevents.GroupProfile, "orderUrl"},
	{"shop.product_url", shopevents.GroupProfile, "productUrl"},
	{"shop.returns_address", shopevents.GroupSeller, "returnsAddress"},
	{"shop.tax_rates", shopevents.GroupTax, "rates"},
	{"shop.guest_checkout", shopevents.GroupCheckout, "guestCheckout"},
	{"payments.deadline", shopevents.GroupCheckout, "paymentDeadline"},
	{"payments.card_deadline", shopevents.GroupCheckout, "cardDeadline"},
	{"ordering.low_stock", shopevents.GroupCheckout, "lowStock"},
	{"loyalty.voucher_days", shopevents.GroupLoyalty, "voucherDays"},
}

// shopConfig is what the configuration says of the shop's settings.
func (a *App) shopConfig() shop.Config {
	c := a.config
	given := a.shopSettings(c)
	if c.Dev {
		given.Seller = devSeller()
		given.Seller.ReturnsAddress = orNull(c.Shop.ReturnsAddress)
	}
	pinned := map[shopevents.Group][]shopevents.Pin{}
	for _, p := range pinnedFields {
		if c.IsSet(p.key) {
			pinned[p.group] = append(pinned[p.group], shopevents.Pin{Field: p.field, Key: p.key})
		}
	}
	if c.IsSet("payments.bank_account") {
		for field, value := range map[string]*string{
			"iban": given.Bank.IBAN, "bic": given.Bank.BIC, "bank": given.Bank.Bank,
		} {
			if value != nil {
				pinned[shopevents.GroupBank] = append(pinned[shopevents.GroupBank],
					shopevents.Pin{Field: field, Key: "payments.bank_account"})
			}
		}
	}
	defaults := settings.Default()
	defaults.Mail.From = c.Mail.From // the machine's
	return shop.Config{
		Defaults: a.shopSettings(defaults), Given: given, Pinned: pinned, MailAddress: a.mailFrom().Address,
		MediaURL: c.HTTP.PublicURL + "/media/", CardProvider: a.cardProvider(), Dev: c.Dev,
	}
}

// shopSettings are the settings as a configuration has them.
func (a *App) shopSettings(c settings.Config) shopevents.Settings {
	return shopevents.Settings{
		Profile: shopevents.Profile{
			Name: c.ShopName(), Country: c.Shop.Country, TimeZone: "Europe/Berlin", OrderURL: orNull(c.Shop.OrderURL),
			ProductURL: orNull(c.Shop.ProductURL), Locales: locale.Code("").Values(), Locale: string(locale.English),
		},
		Seller: shopevents.Seller{ReturnsAddress: orNull(c.Shop.ReturnsAddress)},
		Bank:   bankOf(c.Payments.BankAccount),
		Tax:    taxOf(c),
		Checkout: shopevents.Checkout{
			Methods:       allMethods(),
			GuestCheckout: c.Shop.GuestCheckout, PaymentDeadline: shopevents.Duration(c.Payments.Deadline),
			CardDeadline: shopevents.Duration(c.Payments.CardDeadline), LowStock: int64(c.Ordering.LowStock),
			ReturnDays: shopevents.DefaultReturnDays, WithdrawalDays: shopevents.DefaultWithdrawalDays,
			DefaultGrams: shopevents.DefaultGrams,
		},
		Loyalty: shopevents.Loyalty{
			Enabled: true, PointsPerEuro: 10, PointsPerShare: 50, VoucherDays: int64(c.Loyalty.VoucherDays),
		},
		Mail: shopevents.Mail{SenderName: cmp.Or(a.mailFrom().Name, c.ShopName())},
	}
}

// allMethods are all ways to pay, switched on.
func allMethods() []shopevents.MethodSetting {
	return convert.All(events.PaymentMethod("").Values(), func(method string) shopevents.MethodSetting {
		return shopevents.MethodSetting{Method: method, Enabled: true}
	})
}

// cardProvider is who charges cards, or nil.
func (a *App) cardProvider() *shopevents.CardProvider {
	p := a.config.Payments
	if p.StripeKey == "" {
		return nil
	}
	return &shopevents.CardProvider{Least: money.Cents(p.CardLeast), Most: money.Cents(p.CardMost)}
}

// mailFrom is mail.from, which the configuration's checks have found to be an address.
func (a *App) mailFrom() mail.Address {
	from, err := mail.ParseAddress(a.config.Mail.From)
	if err != nil {
		return mail.Address{Address: a.config.Mail.From}
	}
	return *from
}

// accountForm is how an account with an IBAN may be written: "IBAN DE02 …, BIC BYLADEM1001".
var accountForm = regexp.MustCompile(
	`^(?:IBAN:? )?([A-Z]{2}[0-9]{2}[A-Z0-9 ]+?)(?:,? BIC:? ([A-Z0-9]{8}(?:[A-Z0-9]{3})?))?$`)

// bankOf reads an account as the configuration has it: an IBAN, perhaps with a BIC, else a text.
func bankOf(account string) shopevents.Bank {
	if parts := accountForm.FindStringSubmatch(account); parts != nil {
		if iban, ok := money.ParseIBAN(parts[1]); ok {
			return shopevents.Bank{IBAN: &iban, BIC: orNull(parts[2])}
		}
	}
	return shopevents.Bank{Bank: orNull(account)}
}

func taxOf(c settings.Config) (t shopevents.Tax) {
	parsed := c.Shop.TaxRates.Parsed()
	for _, country := range slices.Sorted(maps.Keys(parsed)) {
		r := parsed[country]
		t.Rates = append(t.Rates, shopevents.TaxRate{Country: country, Standard: r["standard"], Reduced: r["reduced"]})
	}
	return t
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
