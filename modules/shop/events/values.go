package events

import (
	"encoding"
	"encoding/json"
	"slices"
	"strings"
	"time"

	media "orderd/modules/media/events"
	"orderd/platform/convert"
	"orderd/platform/money"
)

// Settings are the values of all groups.
type Settings struct {
	Profile  Profile
	Seller   Seller
	Bank     Bank
	Tax      Tax
	Checkout Checkout
	Loyalty  Loyalty
	Mail     Mail

	Storefront Storefront
}

// Profile is who the shop is.
type Profile struct {
	Name       string   `json:"name" example:"Moka & Co"`
	Country    string   `json:"country" doc:"Where the shop is (ISO 3166-1 alpha-2)." example:"DE"`
	TimeZone   string   `json:"timeZone" doc:"IANA name: where its days begin." example:"Europe/Berlin"`
	OrderURL   *string  `json:"orderUrl" doc:"The storefront's page of an order, with {token}." example:"https://shop.example/orders/{number}#{token}"`
	ProductURL *string  `json:"productUrl" doc:"The storefront's page of a product, with {slug}." example:"https://shop.example/products/{slug}"`
	Email      *string  `json:"email" example:"hello@shop.example"`
	Phone      *string  `json:"phone" example:"+49 30 901820"`
	Website    *string  `json:"website" example:"https://shop.example"`
	Locales    []string `json:"locales" nullable:"false" doc:"The languages that the shop speaks." example:"[\"en\",\"de\"]"`
	Locale     string   `json:"locale" doc:"The one for whoever asks for none of them." example:"en"`
	// The pictures are those of the ids, as they are shown.
	LogoMediaID *string      `json:"logoMediaId" format:"uuid" doc:"An uploaded picture." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Logo        *media.Image `json:"logo"`
	IconMediaID *string      `json:"iconMediaId" format:"uuid" doc:"An uploaded picture, for tabs and bookmarks." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Icon        *media.Image `json:"icon"`
}

// MediaIDs are the pictures that the profile names.
func (p Profile) MediaIDs() (ids []string) {
	for _, id := range []*string{p.LogoMediaID, p.IconMediaID} {
		if id != nil && !slices.Contains(ids, *id) {
			ids = append(ids, *id)
		}
	}
	return ids
}

// LocaleFor is the language in which the shop writes to a person with a locale: that one if the
// shop speaks it, else its own. A profile that has not come yet leaves the locale as it is.
func (p *Profile) LocaleFor(locale string) string {
	if len(p.Locales) == 0 || slices.Contains(p.Locales, locale) {
		return locale
	}
	return p.Locale
}

// Seller is the person or company that sells; without a name there is none.
type Seller struct {
	Name           *string `json:"name" example:"Moka & Co GmbH"`
	Line1          *string `json:"line1" example:"Torstraße 12"`
	Line2          *string `json:"line2" example:"2. Hof"`
	PostalCode     *string `json:"postalCode" example:"10119"`
	City           *string `json:"city" example:"Berlin"`
	Country        *string `json:"country" doc:"null: that of the profile." example:"DE"`
	Email          *string `json:"email" example:"hello@shop.example"`
	Phone          *string `json:"phone" example:"+49 30 901820"`
	VATID          *string `json:"vatId" example:"DE129273398"`
	TaxNumber      *string `json:"taxNumber" example:"37/123/45678"`
	Register       *string `json:"register" example:"HRB 4711, Berlin"`
	Managers       *string `json:"managers" example:"Ada Lovelace"`
	ReturnsAddress *string `json:"returnsAddress" doc:"Where buyers send goods back to. Without it and without a seller no return is approved." example:"Torstraße 12, 10119 Berlin"`
}

// CountryOr is the seller's country, else the profile's.
func (s Seller) CountryOr(profile string) string {
	if s.Country == nil {
		return profile
	}
	return *s.Country
}

// IsTaxable reports whether the seller has a number for VAT.
func (s Seller) IsTaxable() bool { return s.VATID != nil || s.TaxNumber != nil }

// ReturnsTo is where buyers send goods back to, or "".
func (s Seller) ReturnsTo() string {
	if s.ReturnsAddress != nil {
		return *s.ReturnsAddress
	}
	if s.Name == nil || s.Line1 == nil || s.City == nil {
		return ""
	}
	lines := []string{*s.Name, *s.Line1}
	if s.Line2 != nil {
		lines = append(lines, *s.Line2)
	}
	city := *s.City
	if s.PostalCode != nil {
		city = *s.PostalCode + " " + city
	}
	return strings.Join(append(lines, city), "\n")
}

// Bank is the account for transfers.
type Bank struct {
	IBAN   *string `json:"iban" doc:"Without blanks." example:"DE02120300000000202051"`
	BIC    *string `json:"bic" example:"BYLADEM1001"`
	Holder *string `json:"holder" doc:"null: the seller's name, else the shop's." example:"Moka & Co GmbH"`
	Bank   *string `json:"bank" doc:"Its name; without an iban the account as a text." example:"DKB"`
}

// Account is the account as buyers read it in instructions, or "" when there is none: the IBAN in
// groups of four, with the BIC, else the text.
func (b Bank) Account() string {
	switch {
	case b.IBAN != nil:
		var groups []string
		for rest := *b.IBAN; rest != ""; rest = rest[min(4, len(rest)):] {
			groups = append(groups, rest[:min(4, len(rest))])
		}
		if b.BIC != nil {
			groups[len(groups)-1] += ", BIC " + *b.BIC
		}
		return strings.Join(groups, " ")
	case b.Bank != nil:
		return *b.Bank
	}
	return ""
}

// Payee is who has the account: its holder, else the seller, else the shop.
func (b Bank) Payee(s Seller, p Profile) string {
	switch {
	case b.Holder != nil:
		return *b.Holder
	case s.Name != nil:
		return *s.Name
	}
	return p.Name
}

// Tax has the VAT rates, and what else prices, orders and documents follow of VAT.
type Tax struct {
	Rates            []TaxRate `json:"rates" nullable:"false" doc:"By country. One without has those of the shop's country inside the EU, and 0 outside."`
	DestinationRates bool      `json:"destinationRates" doc:"Countries of the EU without rates of their own have the standard rate of the table, for shops above the threshold of art. 59c of the VAT directive." example:"false"`
	SmallBusiness    bool      `json:"smallBusiness" doc:"The shop charges no VAT (§ 19 UStG)." example:"false"`
	WholesalePrices  PriceMode `json:"wholesalePrices" doc:"net: tiers are entered without VAT, and wholesale accounts see and pay prices without it." example:"gross"`
	VATIDMaxAge      Duration  `json:"vatIdMaxAge" doc:"How long a checked VAT id is good." example:"720h"`
	RetentionYears   int64     `json:"retentionYears" doc:"How long documents are kept." example:"8"`
}

// PriceMode says whether prices are with VAT.
type PriceMode string

// The modes.
const (
	PricesGross PriceMode = "gross"
	PricesNet   PriceMode = "net"
)

// Values are all of them.
func (PriceMode) Values() []string { return convert.Strings(PricesGross, PricesNet) }

// UnmarshalJSON reads the values of an earlier release too.
func (t *Tax) UnmarshalJSON(text []byte) error {
	type plain Tax
	v := plain{
		WholesalePrices: PricesGross, VATIDMaxAge: Duration(DefaultVATIDMaxAge), RetentionYears: DefaultRetentionYears,
	}
	err := json.Unmarshal(text, &v)
	*t = Tax(v)
	return err
}

// RateOn is the row of a country that holds on a day ("2026-01-01"): the last one that has begun.
// known is false without one.
func (t Tax) RateOn(country, day string) (row TaxRate, known bool) {
	since := ""
	for _, r := range t.Rates {
		from := ""
		if r.From != nil {
			from = *r.From
		}
		if r.Country == country && from <= day && (!known || from >= since) {
			row, known, since = r, true, from
		}
	}
	return row, known
}

// TaxRate has the rates of a country from a day on, until its next ones begin.
type TaxRate struct {
	Country  string     `json:"country" example:"DE"`
	From     *string    `json:"from" doc:"The first day, in the shop's time zone; null: always." example:"2026-01-01"`
	Standard money.Rate `json:"standard" example:"19"`
	Reduced  money.Rate `json:"reduced" example:"7"`
}

// Checkout says how orders are placed.
type Checkout struct {
	Methods            []MethodSetting `json:"methods" nullable:"false" doc:"In the order of display; one that is not in the list is off."`
	GuestCheckout      bool            `json:"guestCheckout" doc:"Buyers without an account may order." example:"true"`
	PaymentDeadline    Duration        `json:"paymentDeadline" doc:"How long an order waits for its payment." example:"72h"`
	CardDeadline       Duration        `json:"cardDeadline" doc:"How long an order that is paid by card waits for it." example:"30m"`
	ProcessingDeadline Duration        `json:"processingDeadline" doc:"How long an order waits for money that is on its way." example:"336h"`
	InvoiceDays        int64           `json:"invoiceDays" doc:"After the first parcel, to pay the invoice of an order that is placed from now on." example:"14"`
	LowStock           int64           `json:"lowStock" doc:"At or below so many units the staff is notified." example:"5"`
	ReturnDays         int64           `json:"returnDays" doc:"How long after its delivery an order that is placed from now on may be returned." example:"30"`
	WithdrawalDays     int64           `json:"withdrawalDays" doc:"How long a consumer may withdraw, as the shop tells its buyers." example:"14"`
	DefaultGrams       int64           `json:"defaultGrams" doc:"What a unit weighs of a variant without a weight." example:"500"`
	PackagingGrams     int64           `json:"packagingGrams" doc:"What the packaging of an order weighs." example:"100"`
	RequireGPSR        bool            `json:"requireGpsr" doc:"An active product must have a manufacturer (the EU's product safety regulation)." example:"false"`
}

// The defaults of fields that values of an earlier release do not have.
const (
	DefaultProcessingDeadline = Duration(14 * 24 * time.Hour)
	DefaultInvoiceDays        = 14
	DefaultReturnDays         = 30
	DefaultWithdrawalDays     = 14
	DefaultGrams              = 500
	DefaultVATIDMaxAge        = 720 * time.Hour
	DefaultRetentionYears     = 8
)

// UnmarshalJSON reads the values of an earlier release too.
func (c *Checkout) UnmarshalJSON(text []byte) error {
	type plain Checkout
	v := plain{
		ProcessingDeadline: DefaultProcessingDeadline, InvoiceDays: DefaultInvoiceDays, ReturnDays: DefaultReturnDays,
		WithdrawalDays: DefaultWithdrawalDays, DefaultGrams: DefaultGrams,
	}
	err := json.Unmarshal(text, &v)
	*c = Checkout(v)
	return err
}

// Loyalty says what earns points.
type Loyalty struct {
	Enabled        bool  `json:"enabled" doc:"Off: nothing is earned. What was earned is redeemed and spent as ever." example:"true"`
	PointsPerEuro  int64 `json:"pointsPerEuro" doc:"For each whole EUR of goods of orders that are placed from now on." example:"10"`
	PointsPerShare int64 `json:"pointsPerShare" example:"50"`
	VoucherDays    int64 `json:"voucherDays" doc:"How long a voucher may be spent." example:"365"`
}

// OrderPoints are the points that an order placed now earns for each whole EUR of goods.
func (l Loyalty) OrderPoints() int64 {
	if !l.Enabled {
		return 0
	}
	return l.PointsPerEuro
}

// Duration is a time in JSON as the configuration has it: "72h", "30m".
type Duration time.Duration

var _ encoding.TextUnmarshaler = (*Duration)(nil)

// MarshalText writes it without units that are zero.
func (d Duration) MarshalText() ([]byte, error) {
	text := time.Duration(d).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if short, cut := strings.CutSuffix(text, zero); cut {
			text = short + zero[:1]
		}
	}
	return []byte(text), nil
}

// UnmarshalText reads what time.ParseDuration does.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// The names in the OpenAPI document.

func (Profile) SchemaName() string  { return "ProfileSettings" }
func (Seller) SchemaName() string   { return "SellerSettings" }
func (Bank) SchemaName() string     { return "BankSettings" }
func (Tax) SchemaName() string      { return "TaxSettings" }
func (TaxRate) SchemaName() string  { return "TaxRateSetting" }
func (Checkout) SchemaName() string { return "CheckoutSettings" }
func (Loyalty) SchemaName() string  { return "LoyaltySettings" }
