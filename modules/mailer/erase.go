package mailer

import (
	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
)

// erase deletes the queued emails of the account and blanks the others. An email that is being sent
// may still arrive; its outcome is not recorded.
func erase(tx *gorm.DB, event identity.AccountErased) error {
	if err := lockErasureGate(database.ForUpdate(tx)); err != nil {
		return err
	}
	err := database.PutTombstone(tx, []tombstone{
		{SubjectID: event.UserID, ErasedAt: event.ErasedAt},
		{SubjectID: event.AddressID, ErasedAt: event.ErasedAt},
	})
	if err != nil {
		return err
	}
	emails, err := lockEmailsOf(tx, event.UserID, event.AddressID)
	if err != nil {
		return err
	}
	for _, e := range emails {
		if e.Status == emailQueued {
			err = tx.Delete(&e).Error
		} else {
			e.erase()
			err = tx.Save(&e).Error
		}
		if err != nil {
			return err
		}
	}
	return nil
}
