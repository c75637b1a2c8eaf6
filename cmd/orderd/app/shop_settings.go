package app

import (
	"cmp"
	"maps"
	"net/mail"
	"slices"
	"strings"

	"orderd/cmd/orderd/settings"
	"orderd/modules/ordering/events"
	"orderd/modules/shop"
	shopevents "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// pinnedField is a field that a key decides about.
type pinnedField struct {
	key   string
	group shopevents.Group
	field string
}

// pinnedFields are the fields of the shop's settings that a key of the configuration decides about,
// when file or environment set it.
var pinnedFields = []pinnedField{
	{"shop.name", shopevents.GroupProfile, "name"},
	{"shop.country", shopevents.GroupProfile, "country"},
	{"shop.time_zone", shopevents.GroupProfile, "timeZone"},
	{"shop.order_url", shopevents.GroupProfile, "orderUrl"},
	{"shop.product_url", shopevents.GroupProfile, "productUrl"},
	{"seller.name", shopevents.GroupSeller, "name"},
	{"seller.line1", shopevents.GroupSeller, "line1"},
	{"seller.line2", shopevents.GroupSeller, "line2"},
	{"seller.postal_code", shopevents.GroupSeller, "postalCode"},
	{"seller.city", shopevents.GroupSeller, "city"},
	{"seller.email", shopevents.GroupSeller, "email"},
	{"seller.phone", shopevents.GroupSeller, "phone"},
	{"seller.vat_id", shopevents.GroupSeller, "vatId"},
	{"seller.tax_number", shopevents.GroupSeller, "taxNumber"},
	{"seller.register", shopevents.GroupSeller, "register"},
	{"seller.managers", shopevents.GroupSeller, "managers"},
	{"shop.returns_address", shopevents.GroupSeller, "returnsAddress"},
	{"seller.iban", shopevents.GroupBank, "iban"},
	{"seller.bic", shopevents.GroupBank, "bic"},
	{"shop.tax_rates", shopevents.GroupTax, "rates"},
	{"shop.small_business", shopevents.GroupTax, "smallBusiness"},
	{"shop.wholesale_prices", shopevents.GroupTax, "wholesalePrices"},
	{"vat.max_age", shopevents.GroupTax, "vatIdMaxAge"},
	{"invoices.retention_years", shopevents.GroupTax, "retentionYears"},
	{"shop.guest_checkout", shopevents.GroupCheckout, "guestCheckout"},
	{"payments.deadline", shopevents.GroupCheckout, "paymentDeadline"},
	{"payments.card_deadline", shopevents.GroupCheckout, "cardDeadline"},
	{"payments.processing_deadline", shopevents.GroupCheckout, "processingDeadline"},
	{"payments.invoice_days", shopevents.GroupCheckout, "invoiceDays"},
	{"ordering.low_stock", shopevents.GroupCheckout, "lowStock"},
	{"withdrawal.days", shopevents.GroupCheckout, "withdrawalDays"},
	{"catalog.require_gpsr", shopevents.GroupCheckout, "requireGpsr"},
	{"loyalty.voucher_days", shopevents.GroupLoyalty, "voucherDays"},
}

// shopConfig is what the configuration says of the shop's settings.
func (a *App) shopConfig() shop.Config {
	c := a.config
	given := a.shopSettings(c)
	if c.Dev && !c.Seller.IsGiven() {
		given.Seller = devSeller()
		given.Seller.ReturnsAddress = orNull(c.Shop.ReturnsAddress)
	}
	defaults := settings.Default()
	defaults.Mail.From = c.Mail.From // the machine's
	return shop.Config{
		PagesURL: a.shopURL(),
		Defaults: a.shopSettings(defaults), Given: given, Pinned: pinsOf(c), MailAddress: a.mailFrom().Address,
		MediaURL: c.HTTP.PublicURL + "/media/", CardProvider: a.cardProvider(), Dev: c.Dev,
	}
}

// pinsOf are the fields that the keys which file or environment set decide about, by group. The
// account of payments.bank_account gives way to the keys of the seller.
func pinsOf(c settings.Config) map[shopevents.Group][]shopevents.Pin {
	pinned := map[shopevents.Group][]shopevents.Pin{}
	for _, p := range pinnedFields {
		if c.IsSet(p.key) {
			pinned[p.group] = append(pinned[p.group], shopevents.Pin{Field: p.field, Key: p.key})
		}
	}
	if !c.IsSet("payments.bank_account") {
		return pinned
	}
	iban, bic, text := c.Payments.Account()
	for _, p := range []struct {
		field, value, instead string
	}{{"iban", iban, "seller.iban"}, {"bic", bic, "seller.bic"}, {"bank", text, ""}} {
		if p.value != "" && !c.IsSet(p.instead) {
			pinned[shopevents.GroupBank] = append(pinned[shopevents.GroupBank],
				shopevents.Pin{Field: p.field, Key: "payments.bank_account"})
		}
	}
	return pinned
}

// shopSettings are the settings as a configuration has them.
func (a *App) shopSettings(c settings.Config) shopevents.Settings {
	return shopevents.Settings{
		Profile: shopevents.Profile{
			Name: c.ShopName(), Country: c.Shop.Country, TimeZone: c.Shop.TimeZone, OrderURL: orNull(c.Shop.OrderURL),
			ProductURL: orNull(c.Shop.ProductURL), Locales: locale.Code("").Values(), Locale: string(locale.English),
		},
		Seller: sellerOf(c),
		Bank:   bankOf(c),
		Tax:    taxOf(c),
		Checkout: shopevents.Checkout{
			Methods:       allMethods(),
			GuestCheckout: c.Shop.GuestCheckout, PaymentDeadline: shopevents.Duration(c.Payments.Deadline),
			CardDeadline:       shopevents.Duration(c.Payments.CardDeadline),
			ProcessingDeadline: shopevents.Duration(c.Payments.ProcessingDeadline),
			InvoiceDays:        int64(c.Payments.InvoiceDays), LowStock: int64(c.Ordering.LowStock),
			ReturnDays: shopevents.DefaultReturnDays, WithdrawalDays: int64(c.Withdrawal.Days),
			DefaultGrams: shopevents.DefaultGrams, RequireGPSR: c.Catalog.RequireGPSR,
		},
		Loyalty: shopevents.Loyalty{
			Enabled: true, PointsPerEuro: 10, PointsPerShare: 50, VoucherDays: int64(c.Loyalty.VoucherDays),
		},
		Mail: shopevents.Mail{
			SenderName: cmp.Or(a.mailFrom().Name, c.ShopName()), Color: shopevents.DefaultMailColor,
		},
		Storefront: shopevents.DefaultStorefront(),
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
	return &shopevents.CardProvider{
		Least: money.Cents(p.CardLeast), Most: money.Cents(p.CardMost),
		Automatic: p.StripeAutomatic(), PublishableKey: p.StripePublishableKey,
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

func sellerOf(c settings.Config) shopevents.Seller {
	s := c.Seller
	vatID, _ := money.ParseVATID(s.VATID)
	return shopevents.Seller{
		Name: orNull(s.Name), Line1: orNull(s.Line1), Line2: orNull(s.Line2), PostalCode: orNull(s.PostalCode),
		City: orNull(s.City), Email: orNull(id.NormalizeEmail(s.Email)), Phone: orNull(s.Phone), VATID: orNull(vatID),
		TaxNumber: orNull(s.TaxNumber), Register: orNull(s.Register), Managers: orNull(s.Managers),
		ReturnsAddress: orNull(c.Shop.ReturnsAddress),
	}
}

// bankOf is the account of the seller, else what payments.bank_account holds.
func bankOf(c settings.Config) shopevents.Bank {
	iban, bic, text := c.Payments.Account()
	if c.Seller.IBAN != "" {
		iban, _ = money.ParseIBAN(c.Seller.IBAN)
	}
	return shopevents.Bank{
		IBAN: orNull(iban), BIC: orNull(cmp.Or(money.Compact(c.Seller.BIC), bic)), Bank: orNull(text),
	}
}

func taxOf(c settings.Config) shopevents.Tax {
	t := shopevents.Tax{
		SmallBusiness: c.Shop.SmallBusiness, WholesalePrices: shopevents.PriceMode(c.Shop.WholesalePrices),
		VATIDMaxAge: shopevents.Duration(c.VAT.MaxAge), RetentionYears: int64(c.Invoices.RetentionYears),
	}
	parsed := c.Shop.TaxRates.Parsed()
	for _, country := range slices.Sorted(maps.Keys(parsed)) {
		r := parsed[country]
		t.Rates = append(t.Rates, shopevents.TaxRate{Country: country, Standard: r["standard"], Reduced: r["reduced"]})
	}
	return t
}

// orNull is the text without blanks around it, or nil when there is none.
func orNull(text string) *string {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return &text
}
