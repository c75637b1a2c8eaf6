package settings

import (
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"orderd/platform/config"
	"orderd/platform/id"
	"orderd/platform/money"
)

// Seller is the person or company that sells: documents and the storefront name it. Without a name
// there is none; dev mode has a made-up one.
type Seller struct {
	Name       string `yaml:"name"`
	Line1      string `yaml:"line1"`
	Line2      string `yaml:"line2"`
	PostalCode string `yaml:"postal_code"`
	City       string `yaml:"city"`
	Email      string `yaml:"email"`
	Phone      string `yaml:"phone"`
	VATID      string `yaml:"vat_id"`
	TaxNumber  string `yaml:"tax_number"`
	Register   string `yaml:"register"`
	Managers   string `yaml:"managers"`
	// IBAN and BIC are those of the account for transfers.
	IBAN string `yaml:"iban"`
	BIC  string `yaml:"bic"`
}

// VAT configures the check of VAT ids.
type VAT struct {
	// VIESURL is where the REST interface of VIES is, the EU's register of VAT ids. In dev mode, when
	// it is not set, a stand-in answers in its place.
	VIESURL string `yaml:"vies_url"`
	// MaxAge is how long a VAT id that was checked is good.
	MaxAge time.Duration `yaml:"max_age"`
}

// Invoices configures documents.
type Invoices struct {
	// RetentionYears is how long documents are kept, from the end of their year.
	RetentionYears int `yaml:"retention_years"`
}

// Withdrawal configures the withdrawal of consumers.
type Withdrawal struct {
	Days int `yaml:"days"`
}

// Catalog configures products.
type Catalog struct {
	// RequireGPSR is whether an active product must have a manufacturer, as the EU's product safety
	// regulation asks for.
	RequireGPSR bool `yaml:"require_gpsr"`
}

func (s Seller) validate(c *config.Checker) {
	isThere := s.Name != ""
	for _, f := range []struct {
		key, value string
		longest    int
		required   bool // with a name
	}{
		{"seller.name", s.Name, 200, false}, {"seller.line1", s.Line1, 200, true}, {"seller.line2", s.Line2, 200, false},
		{"seller.postal_code", s.PostalCode, 20, true}, {"seller.city", s.City, 200, true},
		{"seller.email", s.Email, 254, true}, {"seller.phone", s.Phone, 50, false},
		{"seller.tax_number", s.TaxNumber, 200, false}, {"seller.register", s.Register, 200, false},
		{"seller.managers", s.Managers, 200, false},
	} {
		c.Check(f.key, f.value == "" || strings.TrimSpace(f.value) != "", "must not be blank")
		c.Check(f.key, utf8.RuneCountInString(f.value) <= f.longest, "must have at most %d characters", f.longest)
		c.Check(f.key, !isThere || !f.required || f.value != "", "is required with seller.name")
	}
	c.Check("seller.email", s.Email == "" || isEmail(s.Email), "must be an email address")
	_, isVATID := money.ParseVATID(s.VATID)
	c.Check("seller.vat_id", s.VATID == "" || isVATID, "must be a VAT id of a member state of the EU")
	c.Check("seller.vat_id", !isThere || s.isTaxable(), "or seller.tax_number is required with seller.name")
	_, isIBAN := money.ParseIBAN(s.IBAN)
	c.Check("seller.iban", s.IBAN == "" || isIBAN, "must be an IBAN with right check digits")
	c.Check("seller.bic", s.BIC == "" || money.IsBIC(money.Compact(s.BIC)),
		"must have 8 or 11 letters and digits")
}

// IsGiven reports whether a key says anything of who sells, beside the account.
func (s Seller) IsGiven() bool {
	s.IBAN, s.BIC = "", ""
	return s != Seller{}
}

func (s Seller) isTaxable() bool { return s.VATID != "" || s.TaxNumber != "" }

// validateDocuments checks what documents read beside the seller.
func (c *Config) validateDocuments(k *config.Checker) {
	k.Check("shop.small_business", !c.Shop.SmallBusiness || c.Seller.Name == "" || c.Seller.isTaxable(),
		"needs seller.tax_number or seller.vat_id")
	if iban, ok := money.ParseIBAN(c.Seller.IBAN); ok {
		other, _, _ := c.Payments.Account()
		k.Check("seller.iban", other == "" || other == iban, "is another one than that of payments.bank_account")
	}
	k.Check("vat.max_age", c.VAT.MaxAge > 0 && c.VAT.MaxAge <= 8760*time.Hour, "must be more than 0 and at most 8760h")
	k.Check("vat.vies_url", isHTTPURL(c.VAT.VIESURL) && isEncryptedOrLocal(c.VAT.VIESURL),
		"must be an https URL without query; http only on this machine")
	k.Check("invoices.retention_years", c.Invoices.RetentionYears >= 1 && c.Invoices.RetentionYears <= 30,
		"must be 1 to 30")
	k.Check("withdrawal.days", c.Withdrawal.Days >= 14 && c.Withdrawal.Days <= 365, "must be 14 to 365")
}

// VIESURL is vat.vies_url, or "" where the stand-in answers.
func (c Config) VIESURL() string {
	if c.Dev && !c.IsSet("vat.vies_url") {
		return ""
	}
	return c.VAT.VIESURL
}

// isEmail reports whether a text is an email address, without a name.
func isEmail(text string) bool {
	address, ok := id.ParseEmail(text)
	a, err := mail.ParseAddress(address)
	return ok && err == nil && a.Address == address
}
