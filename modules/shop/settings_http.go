package shop

import (
	"context"
	"maps"
	"net/http"
	"slices"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
	"orderd/platform/money"
)

func (a *api) settingsRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getSettings", Scope: "settings:read", Method: http.MethodGet, Path: "/v1/admin/settings", Tag: tag,
		Summary: "Read the settings of the shop",
		Detail:  "What the staff's pages need at a glance, and all groups.",
	}, a.getSettings)
}

// settingsView is what the staff's pages need of the settings, and all groups.
type settingsView struct {
	ShopName       string                   `json:"shopName" example:"Moka & Co"`
	Country        string                   `json:"country" doc:"Where the shop is." example:"DE"`
	Countries      []string                 `json:"countries" nullable:"false" doc:"Those with VAT rates of their own." example:"[\"AT\",\"DE\"]"`
	Currency       string                   `json:"currency" enum:"EUR" example:"EUR"`
	Locales        []string                 `json:"locales" nullable:"false" doc:"The languages of mails and notifications." example:"[\"en\",\"de\"]"`
	PaymentMethods []ordering.PaymentMethod `json:"paymentMethods" nullable:"false" doc:"Those that the shop takes: bank_transfer with a bank account, card with a provider; invoice is for wholesale accounts." example:"[\"bank_transfer\",\"cash_on_delivery\",\"invoice\"]"`
	BankAccount    *string                  `json:"bankAccount" doc:"As buyers read it in the instructions how to pay; null: there is none, and no bank transfer." example:"DE02 1203 0000 0000 2020 51"`
	GuestCheckout  bool                     `json:"guestCheckout" doc:"Buyers without an account may order." example:"true"`
	ProductURL     *string                  `json:"productUrl" doc:"The storefront's page for a product, with {slug}; null: it is not configured." example:"https://shop.example/products/{slug}"`
	LowStock       int64                    `json:"lowStock" doc:"At or below so many units the staff is notified." example:"5"`
	VoucherDays    int64                    `json:"voucherDays" doc:"How long a voucher of points may be spent." example:"365"`
	MailFrom       string                   `json:"mailFrom" example:"Moka & Co <hello@shop.example>"`
	Dev            bool                     `json:"dev" doc:"A service to try out: mails go to a mailbox inside, and reach no one." example:"false"`
	Groups         groupsView               `json:"groups"`

	Seller          *settingsSellerView `json:"seller" doc:"Who sells; null: the shop does not say."`
	TimeZone        string              `json:"timeZone" doc:"Of the profile." example:"Europe/Berlin"`
	SmallBusiness   bool                `json:"smallBusiness" example:"false"`
	WholesalePrices events.PriceMode    `json:"wholesalePrices" example:"gross"`
	Invoicing       bool                `json:"invoicing" doc:"Invoices are issued: there is a seller." example:"true"`
}

// settingsSellerView is what the staff's pages need of the seller.
type settingsSellerView struct {
	Name    string  `json:"name" example:"Moka & Co GmbH"`
	VATID   *string `json:"vatId" example:"DE129273398"`
	Country string  `json:"country" example:"DE"`
}

// SchemaName is the name in the document.
func (settingsSellerView) SchemaName() string { return "SettingsSeller" }

// SchemaName is the name in the document.
func (settingsView) SchemaName() string { return "Settings" }

// groupsView are all groups.
type groupsView struct {
	Profile  groupView[events.Profile]  `json:"profile"`
	Seller   groupView[events.Seller]   `json:"seller"`
	Bank     groupView[events.Bank]     `json:"bank"`
	Tax      groupView[events.Tax]      `json:"tax"`
	Checkout groupView[events.Checkout] `json:"checkout"`
	Loyalty  groupView[events.Loyalty]  `json:"loyalty"`
	Mail     groupView[events.Mail]     `json:"mail"`
	Legal    legalView                  `json:"legal"`

	Storefront groupView[events.Storefront] `json:"storefront"`
}

// SchemaName is the name in the document.
func (groupsView) SchemaName() string { return "SettingsGroups" }

func (g *groups) view(rows map[events.Group]group) (v groupsView, err error) {
	for _, read := range []func() error{
		func() error { v.Profile, err = g.profile.view(rows); return err },
		func() error { v.Seller, err = g.seller.view(rows); return err },
		func() error { v.Bank, err = g.bank.view(rows); return err },
		func() error { v.Tax, err = g.tax.view(rows); return err },
		func() error { v.Checkout, err = g.checkout.view(rows); return err },
		func() error { v.Loyalty, err = g.loyalty.view(rows); return err },
		func() error { v.Mail, err = g.mail.view(rows); return err },
		func() error { v.Storefront, err = g.storefront.view(rows); return err },
	} {
		if err := read(); err != nil {
			return v, err
		}
	}
	return v, nil
}

func (a *api) getSettings(ctx context.Context, _ *struct{}) (*httpapi.Reply[settingsView], error) {
	rows, err := loadGroups(a.DB.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	g, err := a.groups.view(rows)
	if err != nil {
		return nil, err
	}
	pages, err := loadPageSummaries(a.DB.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	g.Legal = viewLegal(pages, g.Profile.Values.Locale, rows[events.GroupProfile])
	profile, checkout, bank := g.Profile.Values, g.Checkout.Values, g.Bank.Values
	taken := checkout.Taken(bank, a.Config.CardProvider)
	countries := map[string]bool{}
	for _, r := range g.Tax.Values.Rates {
		countries[r.Country] = true
	}
	v := settingsView{
		ShopName: profile.Name, Country: profile.Country, Countries: slices.AppendSeq([]string{}, maps.Keys(countries)),
		Currency: money.Currency, Locales: locale.Code("").Values(),
		PaymentMethods: convert.All(taken, func(m events.MethodSetting) ordering.PaymentMethod {
			return ordering.PaymentMethod(m.Method)
		}),
		GuestCheckout: checkout.GuestCheckout, ProductURL: profile.ProductURL, LowStock: checkout.LowStock,
		VoucherDays: g.Loyalty.Values.VoucherDays, Seller: viewSettingsSeller(g.Seller.Values, profile),
		TimeZone: profile.TimeZone, Invoicing: g.Seller.Values.Name != nil, SmallBusiness: g.Tax.Values.SmallBusiness,
		WholesalePrices: g.Tax.Values.WholesalePrices,
		MailFrom:        g.Mail.Values.SenderName + " <" + a.Config.MailAddress + ">", Dev: a.Config.Dev, Groups: g,
	}
	slices.Sort(v.Countries)
	if account := bank.Account(); account != "" {
		v.BankAccount = &account
	}
	return httpapi.OK(v)
}

// viewSettingsSeller is nil without a seller.
func viewSettingsSeller(s events.Seller, p events.Profile) *settingsSellerView {
	if s.Name == nil {
		return nil
	}
	return &settingsSellerView{Name: *s.Name, VATID: s.VATID, Country: s.CountryOr(p.Country)}
}
