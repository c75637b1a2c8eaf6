package ordering

import (
	"context"
	"strings"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// address is a read model of identity's: a postal address of a user, as one line of text and in its
// parts. A deleted one is a tombstone.
type address struct {
	ID       string `gorm:"primaryKey"`
	UserID   string
	FullName string
	Phone    *string
	Company  *string
	Address  string
	// Parts may lack all but the postal code in copies from before they were kept.
	Parts     addressParts `gorm:"embedded"`
	Country   string
	IsDefault bool
	Deleted   bool
	Seq       int64
}

func (address) TableName() string { return "ordering_addresses" }

// destination is the address as an order has it.
func (a *address) destination() shipTo {
	return shipTo{
		Name: a.FullName, Company: a.Company, Phone: a.Phone, Address: a.Address, Parts: a.Parts, Country: a.Country,
	}
}

// onAddressSaved keeps the address. It drops an event whose personal fields were blanked meanwhile.
func onAddressSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AddressSaved]) error {
	e := m.Event
	if e.FullName == "" {
		return nil
	}
	parts := addressParts{
		Line1: &e.Line1, Line2: e.Line2, PostalCode: orNull(e.PostalCode), City: orNull(e.City), State: e.State,
	}
	return database.UpsertNewer(tx, &address{
		ID: e.AddressID, UserID: e.UserID, FullName: e.FullName, Phone: e.Phone, Company: e.Company,
		Address: parts.inOneLine(), Parts: parts, Country: e.Country, IsDefault: e.IsDefault, Seq: m.Seq,
	})
}

func onAddressDeleted(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AddressDeleted]) error {
	return database.UpsertNewer(tx, &address{ID: m.Event.AddressID, UserID: m.Event.UserID, Deleted: true, Seq: m.Seq})
}

// inOneLine joins the parts of an address into one line of text, without empty ones.
func inOneLine(parts ...string) string {
	var line []string
	for _, part := range parts {
		if words := strings.Fields(part); len(words) > 0 {
			line = append(line, strings.Join(words, " "))
		}
	}
	return strings.Join(line, ", ")
}
