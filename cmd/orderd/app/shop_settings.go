package app

import (
	"cmp"
	"maps"
	"net/mail"
	"slices"

	"orderd/cmd/orderd/settings"
	"orderd/modules/ordering/events"
	"orderd/modules/shop"
	shopevents "orderd/modules/shop/events"
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
	c, d := a.config, settings.Default()
	from := a.mailFrom()
	pins := map[shopevents.Group][]shopevents.Pin{}
	for _, p := range pinnedFields {
		if c.IsSet(p.key) {
			pins[p.group] = append(pins[p.group], shopevents.Pin{Field: p.field, Key: p.key})
		}
	}
	bank := bankOf(c.Payments.BankAccount)
	if c.IsSet("payments.bank_account") {
		field := "iban"
		if bank.IBAN == nil {
			field = "bank"
		}
		pins[shopevents.GroupBank] = []shopevents.Pin{{Field: field, Key: "payments.bank_account"}}
	}
	sender := shopevents.Mail{SenderName: cmp.Or(from.Name, c.ShopName())}
	return shop.Config{
		Profile: shop.Values[shopevents.Profile]{Default: profileOf(d), Given: profileOf(c),
			Pinned: pins[shopevents.GroupProfile]},
		Seller: shop.Values[shopevents.Seller]{
			Given: shopevents.Seller{ReturnsAddress: orNull(c.Shop.ReturnsAddress)}, Pinned: pins[shopevents.GroupSeller]},
		Bank: shop.Values[shopevents.Bank]{Given: bank, Pinned: pins[shopevents.GroupBank]},
		Tax:  shop.Values[shopevents.Tax]{Default: taxOf(d), Given: taxOf(c), Pinned: pins[shopevents.GroupTax]},
		Checkout: shop.Values[shopevents.Checkout]{Default: checkoutOf(d), Given: checkoutOf(c),
			Pinned: pins[shopevents.GroupCheckout]},
		Loyalty: shop.Values[shopevents.Loyalty]{Default: loyaltyOf(d), Given: loyaltyOf(c),
			Pinned: pins[shopevents.GroupLoyalty]},
		Mail:        shop.Values[shopevents.Mail]{Default: sender, Given: sender},
		MailAddress: from.Address, CardProvider: c.Payments.StripeKey != "", Dev: c.Dev,
	}
}

// mailFrom is mail.from, which the configuration's checks have found to be an address.
func (a *App) mailFrom() mail.Address {
	from, err := mail.ParseAddress(a.config.Mail.From)
	if err != nil {
		return mail.Address{Address: a.config.Mail.From}
	}
	return *from
}

func profileOf(c settings.Config) shopevents.Profile {
	return shopevents.Profile{
		Name: c.ShopName(), Country: c.Shop.Country, TimeZone: "Europe/Berlin", OrderURL: orNull(c.Shop.OrderURL),
		ProductURL: orNull(c.Shop.ProductURL), Locales: locale.Code("").Values(), Locale: string(locale.English),
	}
}

// bankOf reads an account as the configuration has it: an IBAN, else a text.
func bankOf(account string) shopevents.Bank {
	if iban, ok := money.ParseIBAN(account); ok {
		return shopevents.Bank{IBAN: &iban}
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

func checkoutOf(c settings.Config) shopevents.Checkout {
	v := shopevents.Checkout{
		GuestCheckout: c.Shop.GuestCheckout, PaymentDeadline: shopevents.Duration(c.Payments.Deadline),
		CardDeadline: shopevents.Duration(c.Payments.CardDeadline), LowStock: int64(c.Ordering.LowStock),
	}
	for _, method := range events.PaymentMethod("").Values() {
		v.Methods = append(v.Methods, shopevents.MethodSetting{Method: method, Enabled: true})
	}
	return v
}

func loyaltyOf(c settings.Config) shopevents.Loyalty {
	return shopevents.Loyalty{
		Enabled: true, PointsPerEuro: 10, PointsPerShare: 50, VoucherDays: int64(c.Loyalty.VoucherDays),
	}
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
