package ordering

import (
	"context"

	"gorm.io/gorm"

	recipients "orderd/modules/recipients/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// recipient is a read model of recipients': somebody whom a user has ordered for. A deleted one is a tombstone.
type recipient struct {
	ID       string `gorm:"primaryKey"`
	UserID   string
	FullName string
	Phone    string
	Address  string
	Country  string
	Deleted  bool
	Seq      int64
}

func (recipient) TableName() string { return "ordering_recipients" }

// rememberRecipient keeps the recipient. An event whose personal fields were blanked meanwhile, or whose owner is gone, is dropped.
func rememberRecipient(_ context.Context, tx *gorm.DB, m eventbus.Message[recipients.RecipientSaved]) error {
	e := m.Event
	if e.FullName == "" {
		return nil
	}
	if gone, err := buried(tx, e.UserID); gone || err != nil {
		return err
	}
	return upsertRecipient(tx, recipient{
		ID: e.RecipientID, UserID: e.UserID, FullName: e.FullName, Phone: e.Phone, Address: e.Address, Country: e.Country, Seq: m.Seq,
	})
}

func forgetRecipient(_ context.Context, tx *gorm.DB, m eventbus.Message[recipients.RecipientDeleted]) error {
	return upsertRecipient(tx, recipient{ID: m.Event.RecipientID, UserID: m.Event.UserID, Deleted: true, Seq: m.Seq})
}

// upsertRecipient writes r unless what stands there is newer.
func upsertRecipient(tx *gorm.DB, r recipient) error {
	return database.UpsertNewer(tx, &r)
}
