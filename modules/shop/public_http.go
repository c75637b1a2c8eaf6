package shop

import (
	"context"
	"net/http"
	"slices"

	media "orderd/modules/media/events"
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
	Name           string            `json:"name" example:"Moka & Co"`
	Email          *string           `json:"email" example:"hello@shop.example"`
	Phone          *string           `json:"phone" example:"+49 30 901820"`
	Website        *string           `json:"website" example:"https://shop.example"`
	Logo           *media.Image      `json:"logo"`
	Icon           *media.Image      `json:"icon" doc:"For tabs and bookmarks."`
	Currency       string            `json:"currency" enum:"EUR" example:"EUR"`
	Country        string            `json:"country" doc:"Where the shop is (ISO 3166-1 alpha-2)." example:"DE"`
	TimeZone       string            `json:"timeZone" doc:"IANA name: where its days begin." example:"Europe/Berlin"`
	Locale         string            `json:"locale" doc:"The language for whoever asks for none of the shop's." example:"en"`
	Locales        []string          `json:"locales" nullable:"false" doc:"The languages that the shop speaks." example:"[\"en\",\"de\"]"`
	Destinations   []destinationView `json:"destinations" nullable:"false" doc:"Where the shop delivers to, by country."`
	PaymentMethods []paymentOption   `json:"paymentMethods" nullable:"false" doc:"How the caller may pay, in the order of display."`
	SmallBusiness  bool              `json:"smallBusiness" doc:"It charges no VAT, and its pages say so (§ 19 UStG)." example:"false"`
	GuestCheckout  bool              `json:"guestCheckout" doc:"Buyers without an account may order." example:"true"`
	Loyalty        shopLoyaltyView   `json:"loyalty"`
	ReturnDays     int64             `json:"returnDays" doc:"How long after its delivery an order may be returned." example:"30"`
	WithdrawalDays int64             `json:"withdrawalDays" doc:"How long a consumer may withdraw." example:"14"`
	Seller         *shopSellerView   `json:"seller" doc:"Who sells; null: the shop does not say."`
	Pages          []shopPageView    `json:"pages" nullable:"false" doc:"The legal pages that are published, each in one language."`
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

// paymentOption is a way to pay.
type paymentOption = events.PaymentOption[ordering.PaymentMethod]

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

func (shopView) SchemaName() string        { return "Shop" }
func (destinationView) SchemaName() string { return "Destination" }
func (shopLoyaltyView) SchemaName() string { return "ShopLoyalty" }
func (shopSellerView) SchemaName() string  { return "ShopSeller" }
func (shopPageView) SchemaName() string    { return "ShopPage" }

func (a *api) getShop(ctx context.Context, in *getShopInput) (*httpapi.Reply[shopView], error) {
	d := a.public.Current()
	language, err := languageFor(ctx, in.Locale, &d.profile)
	if err != nil {
		return nil, err
	}
	caller, _ := auth.From(ctx)
	reply, err := httpapi.Cached(ctx, d.view(language, d.methodsFor(caller, a.Config.CardProvider)))
	if err != nil {
		return nil, err
	}
	return reply.In(language), nil
}

// languageFor is the language in which the caller is answered: the one asked for, else the one that
// the caller likes best, else the shop's. It returns a validation fault for one that the shop does
// not speak.
func languageFor(ctx context.Context, asked locale.Code, p *events.Profile) (string, error) {
	if asked != "" && !slices.Contains(p.Locales, string(asked)) {
		return "", fault.Invalid(fault.Field{
			Pointer: "?locale", Code: fault.NotAllowed, Detail: "must be one of the shop's languages",
		})
	}
	return httpapi.LocaleAmong(ctx, string(asked), p.Locales, p.Locale), nil
}

func (d *publicData) view(language string, methods []events.MethodSetting) shopView {
	p := &d.profile
	return shopView{
		Name: p.Name, Email: p.Email, Phone: p.Phone, Website: p.Website, Logo: p.Logo, Icon: p.Icon,
		Currency: money.Currency, Country: p.Country, TimeZone: p.TimeZone, Locale: p.Locale, Locales: p.Locales,
		Destinations: convert.All(d.destinations, func(to destination) destinationView {
			v := destinationView{FreeFrom: to.freeFrom}
			if to.country != "" {
				v.Country = &to.country
			}
			return v
		}),
		PaymentMethods: convert.All(methods, func(m events.MethodSetting) paymentOption {
			return events.PaymentOptionIn[ordering.PaymentMethod](&m, language, p.Locale)
		}),
		SmallBusiness: d.tax.SmallBusiness, GuestCheckout: d.checkout.GuestCheckout,
		Loyalty:    shopLoyaltyView{d.loyalty.Enabled, d.loyalty.PointsPerEuro, d.loyalty.PointsPerShare},
		ReturnDays: d.checkout.ReturnDays, WithdrawalDays: d.checkout.WithdrawalDays, Seller: d.sellerView(),
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
	return &shopSellerView{
		Name: *s.Name, Line1: s.Line1, Line2: s.Line2, PostalCode: s.PostalCode, City: s.City,
		Country: s.CountryOr(d.profile.Country), Email: s.Email, Phone: s.Phone, VATID: s.VATID, Register: s.Register,
		Managers: s.Managers,
	}
}
