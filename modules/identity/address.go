package identity

import (
	"strings"
	"time"

	"orderd/modules/identity/events"
)

// maxAddresses is how many addresses a user may have.
const maxAddresses = 50

// address is a postal address of a user. Of the addresses of a user exactly one is the default.
type address struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Postal    postalAddress `gorm:"embedded"`
	IsDefault bool
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

// postalAddress is what the user enters.
type postalAddress struct {
	Label      *string
	FullName   string
	Company    *string
	Phone      *string
	Line1      string
	Line2      *string
	City       string
	State      *string
	PostalCode string
	Country    string // ISO 3166-1 alpha-2
}

// sameAs reports whether a parcel to p would come to other: the addresses are equal but for their
// labels, for case and for blanks.
func (p postalAddress) sameAs(other postalAddress) bool { return p.folded() == other.folded() }

// folded are the parts that a parcel needs, in lower case and without repeated blanks.
func (p postalAddress) folded() [9]string {
	parts := [...]string{p.FullName, textOf(p.Company), textOf(p.Phone), p.Line1, textOf(p.Line2), p.City,
		textOf(p.State), p.PostalCode, p.Country}
	for i, part := range parts {
		parts[i] = strings.ToLower(strings.Join(strings.Fields(part), " "))
	}
	return parts
}

func (address) TableName() string { return "identity_addresses" }

func (a *address) savedEvent() events.AddressSaved {
	p := a.Postal
	return events.AddressSaved{
		UserID: a.UserID, AddressID: a.ID, IsDefault: a.IsDefault,
		Label: p.Label, FullName: p.FullName, Company: p.Company, Phone: p.Phone, Line1: p.Line1, Line2: p.Line2,
		City: p.City, State: p.State, PostalCode: p.PostalCode, Country: p.Country,
	}
}
