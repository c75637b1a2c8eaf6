package identity

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// registrationByID returns the registration, or codeInvalidCode when it is gone.
func registrationByID(tx *gorm.DB, registrationID string) (r registration, err error) {
	err = tx.Where("id = ?", registrationID).Take(&r).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = invalidCode()
	}
	return r, err
}

// liveRegistrations returns the registrations of the address for which a client may ask for another
// code, newest first.
func liveRegistrations(db *gorm.DB, email string, now time.Time) (live []registration, err error) {
	err = db.Where("email = ? AND expires_at > ?", email, now).Order("created_at DESC, id DESC").Find(&live).Error
	return live, err
}

// countUsableRegistrations counts the registrations of the address that may still become its
// account: the live ones, and those whose mail was sent again later.
func countUsableRegistrations(tx *gorm.DB, email string, now time.Time) (n int64, err error) {
	err = tx.Model(&registration{}).Where(`email = ? AND (expires_at > ? OR EXISTS (SELECT 1
		FROM identity_code_challenges c
		WHERE c.registration_id = identity_registrations.id AND c.used_at IS NULL AND c.expires_at > ?))`, email, now, now).
		Count(&n).Error
	return n, err
}

// saveExpiry writes until when the registration is live.
func saveExpiry(tx *gorm.DB, r *registration) error {
	return tx.Model(r).Update("expires_at", r.ExpiresAt).Error
}

// registrationsExpiredBefore returns the oldest registrations that expired before the time.
func registrationsExpiredBefore(tx *gorm.DB, before time.Time, limit int) (expired []registration, err error) {
	err = tx.Where("expires_at < ?", before).Order("expires_at").Limit(limit).Find(&expired).Error
	return expired, err
}

// deleteRegistrationsOf deletes every registration of the address, and with them their challenges.
// It blanks their events, except those of the registration that became an account ("" if none did).
func deleteRegistrationsOf(ctx context.Context, tx *gorm.DB, email, verifiedID string) error {
	var registrations []registration
	if err := tx.Where("email = ?", email).Find(&registrations).Error; err != nil {
		return err
	}
	return deleteRegistrations(ctx, tx, registrations, verifiedID)
}

func deleteRegistrations(ctx context.Context, tx *gorm.DB, registrations []registration, verifiedID string) error {
	for _, r := range registrations {
		if err := tx.Delete(&r).Error; err != nil {
			return err
		}
		if r.ID == verifiedID {
			continue
		}
		if err := eventbus.EraseSubject(ctx, tx, r.ID); err != nil {
			return err
		}
	}
	return nil
}
