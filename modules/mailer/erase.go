package mailer

import (
	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/database"
)

// erase deletes the queued emails of the account and blanks the others. An email that is being sent
// or claimed may still arrive; its outcome is not recorded.
func erase(tx *gorm.DB, event identity.AccountErased) error {
	if err := lockErasureGate(database.ForUpdate(tx)); err != nil {
		return err
	}
	tombstones := []tombstone{{SubjectID: event.UserID, ErasedAt: event.ErasedAt}}
	for _, addressID := range event.AddressIDs() {
		tombstones = append(tombstones, tombstone{SubjectID: addressID, ErasedAt: event.ErasedAt})
	}
	if err := database.PutTombstone(tx, tombstones); err != nil {
		return err
	}
	emails, err := lockEmailsOf(tx, event.UserID, event.AddressIDs())
	if err != nil {
		return err
	}
	return eraseEmails(tx, emails)
}

// eraseGuest is erase for the orders and withdrawals of a guest. Other emails to the address stay:
// they are about an account, an application or an invitation.
func eraseGuest(tx *gorm.DB, event ordering.GuestErased) error {
	if err := lockErasureGate(database.ForUpdate(tx)); err != nil {
		return err
	}
	if err := database.PutTombstone(tx, &tombstone{SubjectID: event.GuestID, ErasedAt: event.ErasedAt}); err != nil {
		return err
	}
	emails, err := lockGuestEmails(tx, event.GuestID)
	if err != nil {
		return err
	}
	return eraseEmails(tx, emails)
}

// eraseEmails deletes the emails that are queued and blanks the others.
func eraseEmails(tx *gorm.DB, emails []email) error {
	err := emailIndex.Changed(tx, convert.All(emails, func(e email) string { return e.ID })...)
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
