package storefront

import (
	"strings"

	"orderd/platform/money"
)

// compareAtRRP is the compareAtKind of a recommended price.
const compareAtRRP = "rrp"

// content is how much a variant holds.
type content struct {
	Amount money.Measure `json:"amount"`
	Unit   string        `json:"unit"`
}

// unitPrice is what one unit of the content costs.
type unitPrice struct {
	Amount money.Cents `json:"amount"`
	Per    string      `json:"per"`
}

// Symbol is how people write the unit.
func (c content) Symbol() string { return unitSymbol(c.Unit) }

// Symbol is how people write the unit.
func (p unitPrice) Symbol() string { return unitSymbol(p.Per) }

func unitSymbol(unit string) string {
	return strings.NewReplacer("m2", "m²", "m3", "m³").Replace(unit)
}

// party is the manufacturer of a product, or who is responsible for it.
type party struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Contact string `json:"contact"`
}

// ContactURL is the address of the contact: a page, or mail.
func (p party) ContactURL() string {
	if strings.Contains(p.Contact, "://") {
		return p.Contact
	}
	return "mailto:" + p.Contact
}

// safetyNote is what is to be known of the safety of a product, in one language.
type safetyNote struct {
	Locale string `json:"locale"`
	Text   string `json:"text"`
}

// HasSafety reports whether the page says who stands behind the product, or anything about its
// safety.
func (p productView) HasSafety() bool {
	return p.Product.Manufacturer != nil || p.Product.ResponsiblePerson != nil || len(p.Product.Safety) > 0
}

// SafetyNotes are those in the language of the page, and where there are none, all.
func (p productView) SafetyNotes() (notes []safetyNote) {
	for _, n := range p.Product.Safety {
		if n.Locale == string(p.Language()) {
			notes = append(notes, n)
		}
	}
	if notes == nil {
		return p.Product.Safety
	}
	return notes
}

// NoWithdrawal is the key of the text that says why there is no right of withdrawal; "" where there
// is one.
func (p product) NoWithdrawal() string {
	const text = "product.noWithdrawal"
	switch why := deref(p.WithdrawalExcluded); why {
	case "":
		return ""
	case "perishable", "made_to_order":
		return text + "." + why
	}
	return text // a reason that this version does not know
}
