package events

import (
	"cmp"
	"encoding/json"
	"slices"

	"orderd/platform/money"
)

// MethodSetting is a way to pay, and for which orders.
type MethodSetting struct {
	Method    string       `json:"method" doc:"As orders name it." example:"bank_transfer"`
	Enabled   bool         `json:"enabled" example:"true"`
	Countries []string     `json:"countries" nullable:"false" doc:"Of destination; empty: all." example:"[\"DE\",\"AT\"]"`
	Minimum   *money.Cents `json:"minimum" doc:"What an order must cost; null: no bound." example:"10"`
	Maximum   *money.Cents `json:"maximum" doc:"What an order may cost; null: no bound." example:"500"`
	Texts     []MethodText `json:"texts" nullable:"false" doc:"What buyers read instead of the method's name."`

	online bool // set by Taken: the provider takes more than cards
}

// MethodText is what buyers read of a way to pay, in one language.
type MethodText struct {
	Locale string  `json:"locale" example:"de"`
	Title  *string `json:"title" doc:"null: the method's name." example:"Vorkasse"`
	Text   *string `json:"text" example:"Wir versenden, sobald das Geld da ist."`
}

// The names in the OpenAPI document.

func (MethodSetting) SchemaName() string { return "PaymentMethodSetting" }
func (MethodText) SchemaName() string    { return "PaymentMethodText" }

// UnmarshalJSON reads a method without lists too, as those of earlier releases are.
func (m *MethodSetting) UnmarshalJSON(text []byte) error {
	type plain MethodSetting
	var v plain
	err := json.Unmarshal(text, &v)
	if v.Countries == nil {
		v.Countries = []string{}
	}
	if v.Texts == nil {
		v.Texts = []MethodText{}
	}
	*m = MethodSetting(v)
	return err
}

// Serves reports whether orders to the country may be paid with the method.
func (m *MethodSetting) Serves(country string) bool {
	return len(m.Countries) == 0 || slices.Contains(m.Countries, country)
}

// CardProvider is who charges cards, and what an order must and may cost for that. A Most of 0 is
// no bound.
type CardProvider struct {
	Least, Most money.Cents
	// Automatic: the provider offers the buyer whatever the shop's account takes, such as PayPal and
	// direct debits, not cards alone.
	Automatic bool
	// PublishableKey is public: with it the buyer's browser calls the provider. "" when it is not
	// configured.
	PublishableKey string
}

// Taken are the methods that the shop takes: those that are on and possible. A transfer needs an
// account, a card a provider, which is nil when there is none; the bounds of a card are the
// narrower of the shop's and the provider's.
func (c Checkout) Taken(b Bank, provider *CardProvider) (taken []MethodSetting) {
	for _, m := range c.Methods {
		switch {
		case !m.Enabled, m.Method == "bank_transfer" && b.Account() == "", m.Method == "card" && provider == nil:
			continue
		case m.Method == "card":
			m.Minimum, m.Maximum = provider.narrow(m.Minimum, m.Maximum)
			m.online = provider.Automatic
		}
		taken = append(taken, m)
	}
	return taken
}

// narrow returns the narrower of the provider's bounds and others.
func (p *CardProvider) narrow(minimum, maximum *money.Cents) (lo, hi *money.Cents) {
	lo, hi = minimum, maximum
	if p.Least > 0 && (lo == nil || *lo < p.Least) {
		lo = &p.Least
	}
	if p.Most > 0 && (hi == nil || *hi > p.Most) {
		hi = &p.Most
	}
	return lo, hi
}

// titles are the names of the ways to pay, by language.
var titles = map[string]map[string]string{
	"bank_transfer":    {"en": "Bank transfer", "de": "Überweisung"},
	"cash_on_delivery": {"en": "Cash on delivery", "de": "Nachnahme"},
	"invoice":          {"en": "Invoice", "de": "Rechnung"},
	"card":             {"en": "Card", "de": "Karte"},
}

// onlineTitles are those of a card when the provider takes more than cards.
var onlineTitles = map[string]string{"en": "Online payment", "de": "Online bezahlen"}

// TextIn is what buyers read of the method in a language: the shop's title in it, else the method's
// name; the shop's text in it, else the one in the other language.
func (m *MethodSetting) TextIn(language, otherwise string) (title string, text *string) {
	title = titles[m.Method][language]
	if m.online {
		title = onlineTitles[language]
	}
	var own, other MethodText
	for _, t := range m.Texts {
		switch t.Locale {
		case language:
			own = t
		case otherwise:
			other = t
		}
	}
	if own.Title != nil {
		title = *own.Title
	}
	return title, cmp.Or(own.Text, other.Text)
}

// PaymentOption is a way to pay as buyers see it in one language. M is the type of its name, which
// this package does not know.
type PaymentOption[M ~string] struct {
	Method    M            `json:"method" example:"bank_transfer"`
	Title     string       `json:"title" example:"Bank transfer"`
	Text      *string      `json:"text" example:"We send as soon as the money has come."`
	Countries []string     `json:"countries" nullable:"false" doc:"Of destination; empty: all." example:"[\"DE\",\"AT\"]"`
	Minimum   *money.Cents `json:"minimum" doc:"What an order must cost; null: no bound." example:"10"`
	Maximum   *money.Cents `json:"maximum" doc:"What an order may cost; null: no bound." example:"500"`
}

// SchemaName is the name in the OpenAPI document.
func (PaymentOption[M]) SchemaName() string { return "ShopPaymentMethod" }

// PaymentOptionIn is the method in a language; otherwise is the shop's own (TextIn).
func PaymentOptionIn[M ~string](m *MethodSetting, language, otherwise string) PaymentOption[M] {
	title, text := m.TextIn(language, otherwise)
	return PaymentOption[M]{
		Method: M(m.Method), Title: title, Text: text, Countries: append([]string{}, m.Countries...),
		Minimum: m.Minimum, Maximum: m.Maximum,
	}
}
