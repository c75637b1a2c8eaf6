package ordering

import (
	"context"

	"gorm.io/gorm"

	recipients "orderd/modules/recipients/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// recipient is a read model of recipients': a person whom a user has ordered for. A deleted one is
// a tombstone.
type recipient struct {
	ID       string `gorm:"primaryKey"`
	UserID   string
	FullName string
	Phone    string
	Address  string
	Parts    addressParts `gorm:"embedded"`
	Country  string
	Deleted  bool
	Seq      int64
}

func (recipient) TableName() string { return "ordering_recipients" }

// onRecipientSaved keeps the recipient. It drops an event whose personal fields were blanked
// meanwhile, and one of a user whose account was erased.
func onRecipientSaved(_ context.Context, tx *gorm.DB, m eventbus.Message[recipients.RecipientSaved]) error {
	e := m.Event
	if e.FullName == "" {
		return nil
	}
	if erased, err := isTombstoned(tx, e.UserID); erased || err != nil {
		return err
	}
	return database.UpsertNewer(tx, &recipient{
		ID: e.RecipientID, UserID: e.UserID, FullName: e.FullName, Phone: e.Phone, Address: e.Address,
		Parts:   addressParts{Line1: e.Line1, Line2: e.Line2, PostalCode: e.PostalCode, City: e.City, State: e.State},
		Country: e.Country, Seq: m.Seq,
	})
}

func onRecipientDeleted(_ context.Context, tx *gorm.DB, m eventbus.Message[recipients.RecipientDeleted]) error {
	return database.UpsertNewer(tx, &recipient{ID: m.Event.RecipientID, UserID: m.Event.UserID, Deleted: true, Seq: m.Seq})
}
