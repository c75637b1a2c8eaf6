package ordering

import (
	"context"
	"strings"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// address is a read model of identity's: a postal address of a user, as one line of text. A deleted
// one is a tombstone.
type address struct {
	ID       string `gorm:"primaryKey"`
	UserID   string
	FullName string
	Phone    *string
	Address  string
	Country  string
	// PostalCode is nil in copies from before it was kept.
	PostalCode *string
	IsDefault  bool
	Deleted    bool
	Seq        int64
}

func (address) TableName() string { return "ordering_addresses" }

// onAddressSaved keeps the address. It drops an event whose personal fields were blanked meanwhile.
func onAddressSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AddressSaved]) error {
	e := m.Event
	if e.FullName == "" {
		return nil
	}
	return database.UpsertNewer(tx, &address{
		ID: e.AddressID, UserID: e.UserID, FullName: e.FullName, Phone: e.Phone,
		Address: inOneLine(e.Line1, orEmpty(e.Line2), e.PostalCode+" "+e.City, orEmpty(e.State)), Country: e.Country,
		PostalCode: &e.PostalCode,
		IsDefault:  e.IsDefault, Seq: m.Seq,
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
