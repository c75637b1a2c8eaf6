package shop

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/shop/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// The bodies of the PUTs: what fields may be set to. They have the names of the group's values
// (events), where they are described.

// shownOnly is a field that answers have and a request may send back: it is left aside.
type shownOnly struct{}

// Schema is that of what answers have there.
func (shownOnly) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Nullable: true, AdditionalProperties: true, ReadOnly: true}
}

// UnmarshalJSON reads nothing.
func (*shownOnly) UnmarshalJSON([]byte) error { return nil }

type profileBody struct {
	Name       httpapi.Optional[httpapi.Text]    `json:"name,omitzero" minLength:"1" maxLength:"100" example:"Moka & Co"`
	Country    httpapi.Optional[httpapi.Country] `json:"country,omitzero" example:"DE"`
	TimeZone   httpapi.Optional[httpapi.Text]    `json:"timeZone,omitzero" minLength:"1" maxLength:"100" example:"Europe/Berlin"`
	OrderURL   httpapi.Optional[httpapi.Text]    `json:"orderUrl,omitzero" minLength:"1" maxLength:"2048" example:"https://shop.example/orders/{number}#{token}"`
	ProductURL httpapi.Optional[httpapi.Text]    `json:"productUrl,omitzero" minLength:"1" maxLength:"2048" example:"https://shop.example/products/{slug}"`
	Email      httpapi.Optional[httpapi.Email]   `json:"email,omitzero" example:"hello@shop.example"`
	Phone      httpapi.Optional[httpapi.Text]    `json:"phone,omitzero" minLength:"1" maxLength:"50" example:"+49 30 901820"`
	Website    httpapi.Optional[httpapi.Text]    `json:"website,omitzero" minLength:"1" maxLength:"2048" example:"https://shop.example"`
	Locales    httpapi.Optional[[]locale.Code]   `json:"locales,omitzero" minItems:"1" maxItems:"10" example:"[\"en\",\"de\"]"`
	Locale     httpapi.Optional[locale.Code]     `json:"locale,omitzero" example:"en"`

	LogoMediaID httpapi.Optional[string] `json:"logoMediaId,omitzero" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	IconMediaID httpapi.Optional[string] `json:"iconMediaId,omitzero" schema:"Id" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`

	Logo shownOnly `json:"logo,omitzero" doc:"As it is read, and left aside: logoMediaId says which it is."`
	Icon shownOnly `json:"icon,omitzero" doc:"As it is read, and left aside: iconMediaId says which it is."`
}

func (b *profileBody) check() []fault.Field {
	faults := optionalFaults(b.TimeZone, func(t httpapi.Text) []fault.Field { return checkTimeZone(string(t)) })
	faults = append(faults, optionalFaults(b.OrderURL, func(t httpapi.Text) []fault.Field {
		return checkPageURL("/orderUrl", string(t), "{token}")
	})...)
	faults = append(faults, optionalFaults(b.ProductURL, func(t httpapi.Text) []fault.Field {
		return checkPageURL("/productUrl", string(t), "{slug}")
	})...)
	faults = append(faults, optionalFaults(b.Website, func(t httpapi.Text) []fault.Field {
		return checkWebsite(string(t))
	})...)
	for i, code := range b.Locales.Value {
		if slices.Contains(b.Locales.Value[:i], code) {
			faults = append(faults, faultAt("/locales", i, "", "is there twice"))
		}
	}
	return faults
}

type sellerBody struct {
	Name           httpapi.Optional[httpapi.Text]          `json:"name,omitzero" minLength:"1" maxLength:"200" example:"Moka & Co GmbH"`
	Line1          httpapi.Optional[httpapi.Text]          `json:"line1,omitzero" minLength:"1" maxLength:"200" example:"Torstraße 12"`
	Line2          httpapi.Optional[httpapi.Text]          `json:"line2,omitzero" minLength:"1" maxLength:"200" example:"2. Hof"`
	PostalCode     httpapi.Optional[httpapi.Text]          `json:"postalCode,omitzero" minLength:"1" maxLength:"20" example:"10119"`
	City           httpapi.Optional[httpapi.Text]          `json:"city,omitzero" minLength:"1" maxLength:"200" example:"Berlin"`
	Country        httpapi.Optional[httpapi.Country]       `json:"country,omitzero" example:"DE"`
	Email          httpapi.Optional[httpapi.Email]         `json:"email,omitzero" example:"hello@shop.example"`
	Phone          httpapi.Optional[httpapi.Text]          `json:"phone,omitzero" minLength:"1" maxLength:"50" example:"+49 30 901820"`
	VATID          httpapi.Optional[accountCode]           `json:"vatId,omitzero" minLength:"1" maxLength:"40" example:"DE129273398"`
	TaxNumber      httpapi.Optional[httpapi.Text]          `json:"taxNumber,omitzero" minLength:"1" maxLength:"200" example:"37/123/45678"`
	Register       httpapi.Optional[httpapi.Text]          `json:"register,omitzero" minLength:"1" maxLength:"200" example:"HRB 4711, Berlin"`
	Managers       httpapi.Optional[httpapi.Text]          `json:"managers,omitzero" minLength:"1" maxLength:"200" example:"Ada Lovelace"`
	ReturnsAddress httpapi.Optional[httpapi.MultilineText] `json:"returnsAddress,omitzero" minLength:"1" maxLength:"500" example:"Torstraße 12, 10119 Berlin"`
}

func (b *sellerBody) check() []fault.Field {
	return optionalFaults(b.VATID, func(c accountCode) []fault.Field {
		if _, ok := money.ParseVATID(string(c)); ok {
			return nil
		}
		return []fault.Field{{
			Pointer: "/vatId", Code: fault.BadFormat, Detail: "must be a VAT id of a member state of the EU",
		}}
	})
}

// accountCode is a code as people write it, such as an IBAN: in capitals, without blanks, dots,
// dashes and slashes. The VAT ids of Greece begin with EL.
type accountCode string

// Schema is the code's schema.
func (accountCode) Schema(r huma.Registry) *huma.Schema { return httpapi.Text("").Schema(r) }

// UnmarshalJSON reads one.
func (c *accountCode) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	*c = accountCode(money.Compact(text))
	if vatID, ok := money.ParseVATID(text); ok {
		*c = accountCode(vatID)
	}
	return nil
}

type bankBody struct {
	IBAN   httpapi.Optional[accountCode]  `json:"iban,omitzero" minLength:"1" maxLength:"60" example:"DE02 1203 0000 0000 2020 51"`
	BIC    httpapi.Optional[accountCode]  `json:"bic,omitzero" minLength:"1" maxLength:"20" example:"BYLADEM1001"`
	Holder httpapi.Optional[httpapi.Text] `json:"holder,omitzero" minLength:"1" maxLength:"140" example:"Moka & Co GmbH"`
	Bank   httpapi.Optional[httpapi.Text] `json:"bank,omitzero" minLength:"1" maxLength:"200" example:"DKB"`
}

func (b *bankBody) check() []fault.Field {
	faults := optionalFaults(b.IBAN, func(c accountCode) []fault.Field {
		if _, ok := money.ParseIBAN(string(c)); ok {
			return nil
		}
		return []fault.Field{{Pointer: "/iban", Code: fault.BadFormat, Detail: "must be an IBAN with right check digits"}}
	})
	return append(faults, optionalFaults(b.BIC, func(c accountCode) []fault.Field {
		if money.IsBIC(string(c)) {
			return nil
		}
		return []fault.Field{{Pointer: "/bic", Code: fault.BadFormat, Detail: "must have 8 or 11 letters and digits"}}
	})...)
}

type taxBody struct {
	Rates            httpapi.Optional[[]taxRateBody] `json:"rates,omitzero" maxItems:"200"`
	DestinationRates httpapi.Optional[bool]          `json:"destinationRates,omitzero" example:"false"`

	SmallBusiness   httpapi.Optional[bool]             `json:"smallBusiness,omitzero" example:"false"`
	WholesalePrices httpapi.Optional[events.PriceMode] `json:"wholesalePrices,omitzero" example:"gross"`
	VATIDMaxAge     httpapi.Optional[httpapi.Text]     `json:"vatIdMaxAge,omitzero" minLength:"1" maxLength:"40" example:"720h"`
	RetentionYears  httpapi.Optional[httpapi.Int]      `json:"retentionYears,omitzero" minimum:"1" maximum:"30" example:"8"`
}

type taxRateBody struct {
	Country  httpapi.Country `json:"country" example:"DE"`
	From     *string         `json:"from,omitempty" format:"date" example:"2026-01-01"`
	Standard money.Rate      `json:"standard" maximum:"99.99" example:"19"`
	Reduced  money.Rate      `json:"reduced" maximum:"99.99" example:"7"`
}

// SchemaName is the name in the document.
func (taxRateBody) SchemaName() string { return "TaxRateInput" }

func (b *taxBody) check() (faults []fault.Field) {
	type countryAndDay struct{ country, day string }
	seen := map[countryAndDay]bool{}
	for i, r := range b.Rates.Value {
		key := countryAndDay{country: string(r.Country)}
		if r.From != nil {
			key.day = *r.From
		}
		if seen[key] && r.Country != "" {
			faults = append(faults, faultAt("/rates", i, "", "has the country and the day of another"))
		}
		seen[key] = true
	}
	return append(faults, optionalFaults(b.VATIDMaxAge, func(t httpapi.Text) []fault.Field {
		return checkDuration("/vatIdMaxAge", string(t))
	})...)
}

// faultAt refuses a field of the item i of a list, or the item.
func faultAt(list string, i int, field string, detail fault.Text) fault.Field {
	return fault.Field{Pointer: list + "/" + strconv.Itoa(i) + field, Code: fault.NotAllowed, Detail: detail}
}

type checkoutBody struct {
	Methods         httpapi.Optional[[]paymentMethodBody] `json:"methods,omitzero" maxItems:"100"`
	GuestCheckout   httpapi.Optional[bool]                `json:"guestCheckout,omitzero" example:"true"`
	PaymentDeadline httpapi.Optional[httpapi.Text]        `json:"paymentDeadline,omitzero" minLength:"1" maxLength:"40" example:"72h"`
	CardDeadline    httpapi.Optional[httpapi.Text]        `json:"cardDeadline,omitzero" minLength:"1" maxLength:"40" example:"30m"`

	ProcessingDeadline httpapi.Optional[httpapi.Text] `json:"processingDeadline,omitzero" minLength:"1" maxLength:"40" example:"336h"`
	InvoiceDays        httpapi.Optional[httpapi.Int]  `json:"invoiceDays,omitzero" minimum:"0" maximum:"365" example:"14"`

	LowStock       httpapi.Optional[httpapi.Int] `json:"lowStock,omitzero" minimum:"0" maximum:"1000000" example:"5"`
	ReturnDays     httpapi.Optional[httpapi.Int] `json:"returnDays,omitzero" minimum:"0" maximum:"365" example:"30"`
	WithdrawalDays httpapi.Optional[httpapi.Int] `json:"withdrawalDays,omitzero" minimum:"14" maximum:"365" example:"14"`
	DefaultGrams   httpapi.Optional[httpapi.Int] `json:"defaultGrams,omitzero" minimum:"0" maximum:"1000000" example:"500"`
	PackagingGrams httpapi.Optional[httpapi.Int] `json:"packagingGrams,omitzero" minimum:"0" maximum:"100000" example:"100"`
	RequireGPSR    httpapi.Optional[bool]        `json:"requireGpsr,omitzero" example:"false"`
}

type paymentMethodBody struct {
	Method    ordering.PaymentMethod `json:"method" example:"bank_transfer"`
	Enabled   bool                   `json:"enabled" example:"true"`
	Countries []httpapi.Country      `json:"countries,omitempty" maxItems:"250" doc:"Of destination; empty: all." example:"[\"DE\",\"AT\"]"`
	Minimum   *money.Cents           `json:"minimum,omitempty" minimum:"0" doc:"What an order must cost; null: no bound." example:"10"`
	Maximum   *money.Cents           `json:"maximum,omitempty" minimum:"0" doc:"What an order may cost; null: no bound." example:"500"`
	Texts     []methodTextBody       `json:"texts,omitempty" maxItems:"10" doc:"What buyers read instead of the method's name."`
}

type methodTextBody struct {
	Locale locale.Code            `json:"locale" example:"de"`
	Title  *httpapi.Text          `json:"title,omitempty" minLength:"1" maxLength:"60" example:"Vorkasse"`
	Text   *httpapi.MultilineText `json:"text,omitempty" minLength:"1" maxLength:"500" example:"Wir versenden, sobald das Geld da ist."`
}

// The names in the document.

func (paymentMethodBody) SchemaName() string { return "ShopPaymentMethodInput" }
func (methodTextBody) SchemaName() string    { return "PaymentMethodTextInput" }

func (b *checkoutBody) check() []fault.Field {
	var faults []fault.Field
	for _, deadline := range []struct {
		pointer string
		value   httpapi.Optional[httpapi.Text]
	}{
		{"/paymentDeadline", b.PaymentDeadline}, {"/cardDeadline", b.CardDeadline},
		{"/processingDeadline", b.ProcessingDeadline},
	} {
		faults = append(faults, optionalFaults(deadline.value, func(t httpapi.Text) []fault.Field {
			return checkDuration(deadline.pointer, string(t))
		})...)
	}
	for i, m := range b.Methods.Value {
		same := func(o paymentMethodBody) bool { return o.Method == m.Method }
		if slices.ContainsFunc(b.Methods.Value[:i], same) {
			faults = append(faults, faultAt("/methods", i, "/method", "is there twice"))
		}
		faults = append(faults, m.check("/methods/"+strconv.Itoa(i))...)
	}
	return faults
}

// check returns the faults of the method at the pointer.
func (b *paymentMethodBody) check(at string) (faults []fault.Field) {
	if b.Minimum != nil && b.Maximum != nil && *b.Minimum > *b.Maximum {
		faults = append(faults, fault.Field{
			Pointer: at + "/maximum", Code: fault.OutOfRange, Detail: "must not be less than the minimum",
		})
	}
	for i, t := range b.Texts {
		if slices.ContainsFunc(b.Texts[:i], func(o methodTextBody) bool { return o.Locale == t.Locale }) {
			faults = append(faults, faultAt(at+"/texts", i, "/locale", "is there twice"))
		}
	}
	return faults
}

type loyaltyBody struct {
	Enabled        httpapi.Optional[bool]        `json:"enabled,omitzero" example:"true"`
	PointsPerEuro  httpapi.Optional[httpapi.Int] `json:"pointsPerEuro,omitzero" minimum:"0" maximum:"1000" example:"10"`
	PointsPerShare httpapi.Optional[httpapi.Int] `json:"pointsPerShare,omitzero" minimum:"0" maximum:"1000" example:"50"`
	VoucherDays    httpapi.Optional[httpapi.Int] `json:"voucherDays,omitzero" minimum:"1" maximum:"3650" example:"365"`
}
