package shop

import (
	"context"
	"net/http"
	"slices"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
	"orderd/platform/money"
)

func (a *api) publicRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.OptionalUser, httpapi.Op{
		ID: "getShop", Method: http.MethodGet, Path: "/v1/shop", Tag: publicTag, Cached: true,
		Summary: "Read what a storefront shows of the shop",
		Detail: "Name, contact, where it sends to, how the caller may pay and the legal pages, in the language of " +
			"`locale`, else of `Accept-Language`, else the shop's. Keep it by its `ETag`.",
		Headers: httpapi.LanguageHeaders,
	}, a.getShop)
}

type getShopInput struct {
	Locale locale.Code `query:"locale" doc:"One of the shop's locales. Default: by Accept-Language, else the shop's." example:"de"`
}

// shopView is the public data of the shop.
type shopView struct {
	Name           string              `json:"name" example:"Moka & Co"`
	Email          *string             `json:"email" example:"hello@shop.example"`
	Phone          *string             `json:"phone" example:"+49 30 901820"`
	Website        *string             `json:"website" example:"https://shop.example"`
	Currency       string              `json:"currency" enum:"EUR" example:"EUR"`
	Country        string              `json:"country" doc:"Where the shop is (ISO 3166-1 alpha-2)." example:"DE"`
	TimeZone       string              `json:"timeZone" doc:"IANA name: where its days begin." example:"Europe/Berlin"`
	Locale         string              `json:"locale" doc:"The language for whoever asks for none of the shop's." example:"en"`
	Locales        []string            `json:"locales" nullable:"false" doc:"The languages that the shop speaks." example:"[\"en\",\"de\"]"`
	Destinations   []destinationView   `json:"destinations" nullable:"false" doc:"Where the shop delivers to, by country."`
	PaymentMethods []paymentMethodView `json:"paymentMethods" nullable:"false" doc:"How the caller may pay, in the order of display."`
	GuestCheckout  bool                `json:"guestCheckout" doc:"Buyers without an account may order." example:"true"`
	Loyalty        shopLoyaltyView     `json:"loyalty"`
	ReturnDays     int64               `json:"returnDays" doc:"How long after its delivery an order may be returned." example:"30"`
	WithdrawalDays int64               `json:"withdrawalDays" doc:"How long a consumer may withdraw." example:"14"`
	Seller         *shopSellerView     `json:"seller" doc:"Who sells; null: the shop does not say."`
	Pages          []shopPageView      `json:"pages" nullable:"false" doc:"The legal pages that are published, each in one language."`
}

// shopPageView is a legal page without its text.
type shopPageView struct {
	Kind        events.PageKind `json:"kind" example:"imprint"`
	Slug        string          `json:"slug" example:"impressum"`
	Title       string          `json:"title" example:"Impressum"`
	PublishedOn string          `json:"publishedOn" format:"date" doc:"The day, in the shop's time zone." example:"2026-11-20"`
}

// destinationView is a country that the shop delivers to.
type destinationView struct {
	Country  *string      `json:"country" doc:"null: every country." example:"DE"`
	FreeFrom *money.Cents `json:"freeFrom" doc:"The goods from which a delivery costs nothing; null: never." example:"50"`
}

// paymentMethodView is a way to pay.
type paymentMethodView struct {
	Method    ordering.PaymentMethod `json:"method" example:"bank_transfer"`
	Title     string                 `json:"title" example:"Bank transfer"`
	Text      *string                `json:"text" example:"We send as soon as the money has come."`
	Countries []string               `json:"countries" nullable:"false" doc:"Of destination; empty: all." example:"[\"DE\",\"AT\"]"`
	Minimum   *money.Cents           `json:"minimum" doc:"What an order must cost; null: no bound." example:"10"`
	Maximum   *money.Cents           `json:"maximum" doc:"What an order may cost; null: no bound." example:"500"`
}

// shopLoyaltyView is what earns points.
type shopLoyaltyView struct {
	Enabled        bool  `json:"enabled" doc:"Off: nothing is earned. What was earned is redeemed and spent as ever." example:"true"`
	PointsPerEuro  int64 `json:"pointsPerEuro" example:"10"`
	PointsPerShare int64 `json:"pointsPerShare" example:"50"`
}

// shopSellerView is the person or company that sells.
type shopSellerView struct {
	Name       string  `json:"name" example:"Moka & Co GmbH"`
	Line1      *string `json:"line1" example:"Torstraße 12"`
	Line2      *string `json:"line2" example:"2. Hof"`
	PostalCode *string `json:"postalCode" example:"10119"`
	City       *string `json:"city" example:"Berlin"`
	Country    string  `json:"country" example:"DE"`
	Email      *string `json:"email" example:"hello@shop.example"`
	Phone      *string `json:"phone" example:"+49 30 901820"`
	VATID      *string `json:"vatId" example:"DE129273398"`
	Register   *string `json:"register" example:"HRB 4711, Berlin"`
	Managers   *string `json:"managers" example:"Ada Lovelace"`
}

// The names in the document.

func (shopView) SchemaName() string          { return "Shop" }
func (destinationView) SchemaName() string   { return "Destination" }
func (paymentMethodView) SchemaName() string { return "ShopPaymentMethod" }
func (shopLoyaltyView) SchemaName() string   { return "ShopLoyalty" }
func (shopSellerView) SchemaName() string    { return "ShopSeller" }
func (shopPageView) SchemaName() string      { return "ShopPage" }

func (a *api) getShop(ctx context.Context, in *getShopInput) (*httpapi.Reply[shopView], error) {
	d := a.public.Current()
	if in.Locale != "" && !slices.Contains(d.profile.Locales, string(in.Locale)) {
		return nil, fault.Invalid(fault.Field{
			Pointer: "?locale", Code: fault.NotAllowed, Detail: "must be one of the shop's languages",
		})
	}
	caller, _ := auth.From(ctx)
	language := httpapi.LocaleAmong(ctx, string(in.Locale), d.profile.Locales, d.profile.Locale)
	reply, err := httpapi.Cached(ctx, d.view(language, d.methodsFor(caller, a.Config.CardProvider)))
	if err != nil {
		return nil, err
	}
	return reply.In(language), nil
}

func (d *publicData) view(language string, methods []events.MethodSetting) shopView {
	p := &d.profile
	return shopView{
		Name: p.Name, Email: p.Email, Phone: p.Phone, Website: p.Website, Currency: money.Currency, Country: p.Country,
		TimeZone: p.TimeZone, Locale: p.Locale, Locales: p.Locales,
		Destinations: convert.All(d.destinations, func(to destination) destinationView {
			v := destinationView{FreeFrom: to.freeFrom}
			if to.country != "" {
				v.Country = &to.country
			}
			return v
		}),
		PaymentMethods: convert.All(methods, func(m events.MethodSetting) paymentMethodView {
			title, text := m.TextIn(language, p.Locale)
			return paymentMethodView{ordering.PaymentMethod(m.Method), title, text, m.Countries, m.Minimum, m.Maximum}
		}),
		GuestCheckout: d.checkout.GuestCheckout,
		Loyalty:       shopLoyaltyView{d.loyalty.Enabled, d.loyalty.PointsPerEuro, d.loyalty.PointsPerShare},
		ReturnDays:    d.checkout.ReturnDays, WithdrawalDays: d.checkout.WithdrawalDays, Seller: d.sellerView(),
		Pages: convert.All(d.pagesIn(language), func(p publishedPage) shopPageView {
			return shopPageView{p.Kind, p.Slug, p.Title, p.PublishedOn}
		}),
	}
}

func (d *publicData) sellerView() *shopSellerView {
	s := &d.seller
	if s.Name == nil {
		return nil
	}
	v := &shopSellerView{
		Name: *s.Name, Line1: s.Line1, Line2: s.Line2, PostalCode: s.PostalCode, City: s.City, Country: d.profile.Country,
		Email: s.Email, Phone: s.Phone, VATID: s.VATID, Register: s.Register, Managers: s.Managers,
	}
	if s.Country != nil {
		v.Country = *s.Country
	}
	return v
}
