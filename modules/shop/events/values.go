package events

import (
	"encoding"
	"encoding/json"
	"strings"
	"time"

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

// Tax has the VAT rates.
type Tax struct {
	Rates            []TaxRate `json:"rates" nullable:"false" doc:"By country. One without has those of the shop's country inside the EU, and 0 outside."`
	DestinationRates bool      `json:"destinationRates" doc:"Countries of the EU without rates of their own have the standard rate of the table, for shops above the threshold of art. 59c of the VAT directive." example:"false"`
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
	Methods         []MethodSetting `json:"methods" nullable:"false" doc:"In the order of display; one that is not in the list is off."`
	GuestCheckout   bool            `json:"guestCheckout" doc:"Buyers without an account may order." example:"true"`
	PaymentDeadline Duration        `json:"paymentDeadline" doc:"How long an order waits for its payment." example:"72h"`
	CardDeadline    Duration        `json:"cardDeadline" doc:"How long an order that is paid by card waits for it." example:"30m"`
	LowStock        int64           `json:"lowStock" doc:"At or below so many units the staff is notified." example:"5"`
	ReturnDays      int64           `json:"returnDays" doc:"How long after its delivery an order that is placed from now on may be returned." example:"30"`
	WithdrawalDays  int64           `json:"withdrawalDays" doc:"How long a consumer may withdraw, as the shop tells its buyers." example:"14"`
	DefaultGrams    int64           `json:"defaultGrams" doc:"What a unit weighs of a variant without a weight." example:"500"`
	PackagingGrams  int64           `json:"packagingGrams" doc:"What the packaging of an order weighs." example:"100"`
}

// The defaults of fields that values of an earlier release do not have.
const (
	DefaultReturnDays     = 30
	DefaultWithdrawalDays = 14
	DefaultGrams          = 500
)

// UnmarshalJSON reads the values of an earlier release too.
func (c *Checkout) UnmarshalJSON(text []byte) error {
	type plain Checkout
	v := plain{ReturnDays: DefaultReturnDays, WithdrawalDays: DefaultWithdrawalDays, DefaultGrams: DefaultGrams}
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

// Mail says how the shop's mails look.
type Mail struct {
	SenderName string  `json:"senderName" example:"Moka & Co"`
	ReplyTo    *string `json:"replyTo" doc:"Where answers go; null: to the sender." example:"service@shop.example"`
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
func (Mail) SchemaName() string     { return "MailSettings" }
