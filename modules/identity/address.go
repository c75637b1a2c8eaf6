package identity

import (
	"time"

	"orderd/modules/identity/events"
)

// maxAddresses is how many a user may keep.
const maxAddresses = 50

// savedAddress is a postal address of a user. When a user has any, exactly one is the default.
type savedAddress struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Postal    postal `gorm:"embedded"`
	IsDefault bool
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

// postal is what the user writes.
type postal struct {
	Label      *string
	FullName   string
	Phone      *string
	Line1      string
	Line2      *string
	City       string
	State      *string
	PostalCode string
	Country    string // ISO 3166-1 alpha-2
}

func (savedAddress) TableName() string { return "identity_addresses" }

// saved is the announcement of the address as it now is.
func (a *savedAddress) saved() events.AddressSaved {
	p := a.Postal
	return events.AddressSaved{
		UserID: a.UserID, AddressID: a.ID, IsDefault: a.IsDefault,
		Label: p.Label, FullName: p.FullName, Phone: p.Phone, Line1: p.Line1, Line2: p.Line2,
		City: p.City, State: p.State, PostalCode: p.PostalCode, Country: p.Country,
	}
}
