package backoffice

import (
	"context"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// settingsView is what the configuration says of the shop.
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
	LowStock       int                      `json:"lowStock" doc:"At or below so many units the staff is notified." example:"5"`
	VoucherDays    int                      `json:"voucherDays" doc:"How long a voucher of points may be spent." example:"365"`
	MailFrom       string                   `json:"mailFrom" example:"Moka & Co <hello@shop.example>"`
	Dev            bool                     `json:"dev" doc:"A service to try out: mails go to a mailbox inside, and reach no one." example:"false"`
}

// SchemaName is the name in the document.
func (settingsView) SchemaName() string { return "Settings" }

// getSettings answers with the settings. They change with a start of the service only.
func (a *api) getSettings(context.Context, *struct{}) (*httpapi.Reply[settingsView], error) {
	c := a.config
	v := settingsView{
		ShopName: c.ShopName, Country: c.Country, Countries: append([]string{}, c.Countries...), Currency: money.Currency,
		Locales: locale.Code("").Values(), PaymentMethods: c.PaymentMethods,
		BankAccount: orNull(c.BankAccount), GuestCheckout: c.GuestCheckout, ProductURL: orNull(c.ProductURL),
		LowStock: c.LowStock, VoucherDays: c.VoucherDays, MailFrom: c.MailFrom, Dev: c.Dev,
	}
	return httpapi.OK(v)
}
