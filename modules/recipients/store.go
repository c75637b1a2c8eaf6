package recipients

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// newestFirst orders recipients by their newest order. A sequence is of one event, and so of one recipient.
const newestFirst = "order_seq DESC"

// owner is a user who has recipients, or had: the row that is locked while they change. After an erasure it is a tombstone.
type owner struct {
	UserID string `gorm:"primaryKey"`
	Erased bool
}

func (owner) TableName() string { return "recipients_owners" }

// lockOwner locks the user's row until the transaction ends, and makes it when absent.
func lockOwner(tx *gorm.DB, userID string) (owner, error) {
	o := owner{UserID: userID}
	return o, database.LockOrCreate(tx, &o)
}

// countedOrder is an order that was counted: it is not counted again, for a recipient who was deleted meanwhile neither.
type countedOrder struct {
	OrderID string `gorm:"primaryKey"`
	UserID  string
}

func (countedOrder) TableName() string { return "recipients_orders" }

// insertOrder notes that o was counted; false means that it was before.
func insertOrder(tx *gorm.DB, o ordering.OrderPlaced) (bool, error) {
	done := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&countedOrder{OrderID: o.OrderID, UserID: o.UserID})
	return done.RowsAffected == 1, done.Error
}

// ofUser restricts a query to what is the user's.
func ofUser(db *gorm.DB, userID string) *gorm.DB {
	return db.Where("user_id = ?", userID)
}

// findOr is the recipient with the id and the owner of absent, or absent.
func findOr(tx *gorm.DB, absent recipient) (recipient, error) {
	found, err := database.ByID[recipient](ofUser(tx, absent.UserID), absent.ID)
	if fault.Is(err, fault.NotFound) {
		return absent, nil
	}
	return found, err
}
