package recipients

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// newestFirst orders recipients by their newest order. A sequence belongs to one event, and so to
// one recipient.
const newestFirst = "order_seq DESC"

func ofUser(db *gorm.DB, userID string) *gorm.DB { return db.Where("user_id = ?", userID) }

// pageOfRecipients is a page of the user's recipients and the number of all.
func pageOfRecipients(db *gorm.DB, userID string, p httpapi.Page) ([]recipient, int64, error) {
	return httpapi.FindPage[recipient](ofUser(db, userID), p, newestFirst)
}

// recipientsOf are all recipients of the user.
func recipientsOf(db *gorm.DB, userID string) (found []recipient, err error) {
	err = ofUser(db, userID).Order(newestFirst).Find(&found).Error
	return found, err
}

// recipientOf is a recipient of the user's. It returns fault.NotFound.
func recipientOf(db *gorm.DB, userID, recipientID string) (recipient, error) {
	return database.ByID[recipient](ofUser(db, userID), recipientID)
}

// findOrNew is the recipient of the order: the stored one, or a new one that is not stored yet.
func findOrNew(tx *gorm.DB, o ordering.OrderPlaced) (recipient, error) {
	unknown := newRecipient(o)
	found, err := recipientOf(tx, unknown.UserID, unknown.ID)
	if fault.Is(err, fault.NotFound) {
		return unknown, nil
	}
	return found, err
}

// lockOwner locks the user's row until the transaction ends, and creates it when absent.
func lockOwner(tx *gorm.DB, userID string) (owner, error) {
	o := owner{UserID: userID}
	err := database.LockOrCreate(tx, &o)
	return o, err
}

// insertCountedOrder stores that o was counted. It returns false when it was counted before.
func insertCountedOrder(tx *gorm.DB, o ordering.OrderPlaced) (bool, error) {
	done := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&countedOrder{OrderID: o.OrderID, UserID: o.UserID})
	return done.RowsAffected == 1, done.Error
}

// deleteRow deletes a recipient of the user's. It returns false when there is none.
func deleteRow(tx *gorm.DB, userID, recipientID string) (bool, error) {
	done := ofUser(tx, userID).Where("id = ?", recipientID).Delete(&recipient{})
	return done.RowsAffected > 0, done.Error
}

// deleteAllOf deletes all rows of the user but the tombstone.
func deleteAllOf(tx *gorm.DB, userID string) error {
	for _, model := range []any{&recipient{}, &countedOrder{}} {
		if err := ofUser(tx, userID).Delete(model).Error; err != nil {
			return err
		}
	}
	return nil
}
