package identity

import (
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// factorsOf returns the user's confirmed factors, oldest first.
func factorsOf(db *gorm.DB, userID string) (factors []factor, err error) {
	err = db.Where("user_id = ? AND confirmed_at IS NOT NULL", userID).Order("created_at, id").Find(&factors).Error
	return factors, err
}

// loadSecondFactor sets whether the user has a second factor. A customer has none.
func loadSecondFactor(db *gorm.DB, u *user) error {
	if !u.isStaff() {
		return nil
	}
	return db.Raw("SELECT EXISTS (SELECT 1 FROM identity_factors WHERE user_id = ? AND confirmed_at IS NOT NULL)", u.ID).
		Scan(&u.secondFactor).Error
}

// factorKinds returns the kinds of the users' confirmed factors, each once, by user.
func factorKinds(db *gorm.DB, users []user) (map[string][]events.FactorKind, error) {
	kinds := map[string][]events.FactorKind{}
	ids := make([]string, len(users))
	for i, u := range users {
		ids[i] = u.ID
	}
	if len(ids) == 0 {
		return kinds, nil
	}
	var found []factor
	err := db.Model(&factor{}).Distinct("user_id", "kind").Where("user_id IN ? AND confirmed_at IS NOT NULL", ids).
		Order("user_id, kind").Find(&found).Error
	for _, f := range found {
		kinds[f.UserID] = append(kinds[f.UserID], f.Kind)
	}
	return kinds, err
}

// totpByID returns the user's TOTP factor, confirmed or not, or fault.Missing.
func totpByID(tx *gorm.DB, userID, factorID string) (factor, error) {
	f, err := database.ByID[factor](tx, factorID)
	if err == nil && (f.UserID != userID || f.Kind != events.FactorTOTP) {
		err = fault.Missing()
	}
	return f, err
}

// confirmedTOTP returns the user's TOTP factor; found is false when there is none.
func confirmedTOTP(tx *gorm.DB, userID string) (f factor, found bool, err error) {
	err = tx.Where("user_id = ? AND kind = ? AND confirmed_at IS NOT NULL", userID, events.FactorTOTP).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, false, nil
	}
	return f, err == nil, err
}

// confirmTOTP confirms the factor with the code of the step, which is used up. It returns
// fault.InvalidTransition when it was confirmed before.
func confirmTOTP(tx *gorm.DB, f *factor, step int64, now time.Time) error {
	done := tx.Model(f).Clauses(clause.Returning{}).Where("confirmed_at IS NULL").
		Updates(map[string]any{"confirmed_at": now, "last_step": step, "last_used_at": now})
	if done.Error == nil && done.RowsAffected == 0 {
		return fault.New(fault.InvalidTransition, "The factor is confirmed already.")
	}
	return done.Error
}

// useTOTPStep uses the code of the step up; false means that it, or a later one, was used before.
func useTOTPStep(tx *gorm.DB, f *factor, step int64, now time.Time) (bool, error) {
	done := tx.Model(&factor{}).Where("id = ? AND last_step < ?", f.ID, step).
		Updates(map[string]any{"last_step": step, "last_used_at": now})
	return done.RowsAffected == 1, done.Error
}

// deletePendingTOTP deletes the user's TOTP factor that was not confirmed.
func deletePendingTOTP(tx *gorm.DB, userID string) error {
	return tx.Where("user_id = ? AND kind = ? AND confirmed_at IS NULL", userID, events.FactorTOTP).Delete(&factor{}).Error
}

// deleteFactors deletes all factors and recovery codes of the user, and what was asked of them. It
// returns how many factors counted.
func deleteFactors(tx *gorm.DB, userID string) (confirmed int, err error) {
	factors, err := factorsOf(tx, userID)
	if err != nil {
		return 0, err
	}
	for _, rows := range []any{&factor{}, &recoveryCode{}, &proofChallenge{}} {
		if err := tx.Where("user_id = ?", userID).Delete(rows).Error; err != nil {
			return 0, err
		}
	}
	return len(factors), nil
}
