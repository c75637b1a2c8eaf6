package identity

import (
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/onetimecode"
	"orderd/platform/pseudonym"
)

// findEmailChange returns the change that a condition selects among those with the id, or
// codeInvalidCode.
func findEmailChange(db *gorm.DB, changeID, condition string, args ...any) (e emailChange, err error) {
	err = db.Where("id = ?", changeID).Where(condition, args...).Take(&e).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = invalidCode()
	}
	return e, err
}

// requestedChange returns the user's change that was not confirmed, or codeInvalidCode.
func requestedChange(db *gorm.DB, userID, changeID string) (emailChange, error) {
	return findEmailChange(db, changeID, "user_id = ? AND confirmed_at IS NULL AND email IS NOT NULL", userID)
}

// undoableChange returns the change whose former address is held, or codeInvalidCode. It finds the
// change by its own id and by that in the mail, which is the id of the challenge.
func undoableChange(db *gorm.DB, undoID string) (emailChange, error) {
	var c challenge
	err := db.Where("(id = ? OR change_id = ?) AND purpose = ?", undoID, undoID, onetimecode.EmailUndo).Take(&c).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return emailChange{}, invalidCode()
	}
	if err != nil {
		return emailChange{}, err
	}
	return findEmailChange(db, *c.ChangeID, "held")
}

// saveConfirmed writes a change that was not confirmed meanwhile, or returns codeInvalidCode.
func saveConfirmed(tx *gorm.DB, e *emailChange) error {
	done := tx.Model(e).Where("confirmed_at IS NULL").
		Select("former_email", "former_address_id", "held", "confirmed_at").Updates(e)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidCode()
	}
	return done.Error
}

// saveUndone marks the change as undone, unless its former address is no longer held: then it
// returns codeInvalidCode. It ends the later changes of the account, whose former addresses were
// not its owner's: they can no longer be undone.
func saveUndone(tx *gorm.DB, e *emailChange, now time.Time) error {
	done := tx.Model(&emailChange{}).Where("id = ? AND held AND undone_at IS NULL", e.ID).
		Updates(map[string]any{"undone_at": now, "held": false})
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidCode()
	}
	if done.Error != nil {
		return done.Error
	}
	later := tx.Model(&emailChange{}).Select("id").Where("user_id = ? AND confirmed_at >= ?", e.UserID, e.ConfirmedAt)
	err := tx.Model(&challenge{}).
		Where("change_id IN (?) AND purpose = ? AND used_at IS NULL", later, onetimecode.EmailUndo).
		Update("used_at", now).Error
	return errors.Join(err, tx.Model(&emailChange{}).Where("user_id = ? AND confirmed_at >= ? AND held", e.UserID,
		e.ConfirmedAt).Update("held", false).Error)
}

// holderOf returns the account for which the address is held: it had the address before a change
// that can still be undone.
func holderOf(db *gorm.DB, email string, now time.Time) (u user, held bool, err error) {
	err = db.Where(`id IN (SELECT e.user_id FROM identity_email_changes e JOIN identity_code_challenges c
		ON c.change_id = e.id AND c.purpose = ? AND c.used_at IS NULL AND c.expires_at > ?
		WHERE e.former_email = ? AND e.held)`, onetimecode.EmailUndo, now, email).Take(&u).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return u, false, nil
	}
	return u, err == nil, err
}

// refusesRegistration returns the locked account that prevents a registration with the
// address: the account that has it and has a password, or the one for which it is held, which then
// has the address and no name; nil for none. It runs the same statements for all of them.
func refusesRegistration(tx *gorm.DB, email string, now time.Time) (*user, error) {
	u, known, err := lockUserByEmail(tx, email)
	if err != nil {
		return nil, err
	}
	holder, held, err := holderOf(tx, email, now)
	switch {
	case err != nil:
		return nil, err
	case known && !u.awaitsPassword():
		return &u, nil
	case !known && held:
		return asHolder(holder, email), nil
	}
	return nil, nil
}

// ownerOtherThan returns the account because of which the user cannot change to the address, like
// refusesRegistration; nil for none.
func ownerOtherThan(tx *gorm.DB, userID, email string, now time.Time) (*user, error) {
	u, known, err := userByEmail(tx, email)
	if err != nil {
		return nil, err
	}
	holder, held, err := holderOf(tx, email, now)
	switch {
	case err != nil:
		return nil, err
	case known && u.ID != userID:
		return &u, nil
	case held && holder.ID != userID:
		return asHolder(holder, email), nil
	}
	return nil, nil
}

// asHolder is the holder as a mail to the held address names it: the name may be a stranger's who
// has changed the account.
func asHolder(holder user, email string) *user {
	holder.Email, holder.FullName = email, ""
	return &holder
}

// claimAddress makes the locked address one that the account may have. It returns codeInvalidCode
// when it is held for another one. The changes of accounts that once had the address end.
func claimAddress(tx *gorm.DB, userID, email, addressID string, now time.Time) error {
	holder, held, err := holderOf(tx, email, now)
	switch {
	case err != nil:
		return err
	case held && holder.ID != userID:
		return invalidCode()
	}
	return tx.Where("former_address_id = ? AND user_id <> ?", addressID, userID).Delete(&emailChange{}).Error
}

// lockUserAndAddresses locks the user's address, the other ones, and the user, in the order in
// which rows are locked. It returns fault.Unauthenticated for an erased account.
func lockUserAndAddresses(
	tx *gorm.DB, keys *pseudonym.Key, userID string, now time.Time, others ...string,
) (user, error) {
	seen, err := userByID(tx, userID)
	if err != nil {
		return user{}, err
	}
	addresses := append(others, keys.OfEmail(seen.Email))
	slices.Sort(addresses)
	for _, addressID := range slices.Compact(addresses) {
		if err := lockEmailAddress(tx, addressID, now); err != nil {
			return user{}, err
		}
	}
	u, err := lockUser(tx, userID)
	if err == nil && u.Email != seen.Email { // another change was faster
		err = lockEmailAddress(tx, keys.OfEmail(u.Email), now)
	}
	return u, err
}

// saveUserEmail is saveUser for a user with another address. It returns codeInvalidCode when the
// address is another account's.
func saveUserEmail(tx *gorm.DB, u *user) error {
	err := saveUser(tx, u)
	if database.IsUnique(err, "identity_users_email_key", "identity_users.email") {
		return invalidCode()
	}
	return err
}

// formerAddressIDs returns the pseudonyms of the addresses that the account had and no other one
// has taken.
func formerAddressIDs(tx *gorm.DB, userID string) (addressIDs []string, err error) {
	err = tx.Model(&emailChange{}).Distinct("former_address_id").
		Where("user_id = ? AND former_address_id IS NOT NULL", userID).
		Order("former_address_id").Pluck("former_address_id", &addressIDs).Error
	return addressIDs, err
}

// emailChangesOf returns the changes of the user's address, oldest first.
func emailChangesOf(db *gorm.DB, userID string) (changes []emailChange, err error) {
	err = db.Where("user_id = ?", userID).Order("requested_at, id").Find(&changes).Error
	return changes, err
}

// forgetEmailChanges deletes the changes that were not confirmed in time, and blanks the addresses
// of those that can no longer be undone.
func forgetEmailChanges(tx *gorm.DB, now time.Time) error {
	live := tx.Model(&challenge{}).Select("change_id").
		Where("change_id IS NOT NULL AND used_at IS NULL AND expires_at > ?", now)
	old := now.Add(-mailDeadline - codeTTL)
	return errors.Join(
		tx.Where("confirmed_at IS NULL AND requested_at < ? AND id NOT IN (?)", old, live).Delete(&emailChange{}).Error,
		tx.Model(&emailChange{}).Where("confirmed_at < ? AND (email IS NOT NULL OR held) AND id NOT IN (?)", old, live).
			Updates(map[string]any{"email": nil, "former_email": nil, "held": false}).Error,
	)
}
