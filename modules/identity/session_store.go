package identity

import (
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// sessionByID returns the session, or gorm.ErrRecordNotFound when it has ended.
func sessionByID(tx *gorm.DB, sessionID string) (s session, err error) {
	err = tx.Where("id = ?", sessionID).Take(&s).Error
	return s, err
}

// sessionsOf returns the user's sessions, expired ones too, oldest first.
func sessionsOf(db *gorm.DB, userID string) (sessions []session, err error) {
	err = db.Where("user_id = ?", userID).Order("created_at, id").Find(&sessions).Error
	return sessions, err
}

// findLiveSessions returns a page of the user's sessions, the last used first.
func findLiveSessions(db *gorm.DB, userID string, p httpapi.Page, now time.Time) ([]session, int64, error) {
	live := db.Where("user_id = ? AND expires_at > ?", userID, now)
	return httpapi.FindPage[session](live, p, "last_used_at DESC, id DESC")
}

// rotateSession moves the session on from its refresh token with this number to the next one;
// rotated is false when it is not the newest token, or the session has ended.
func rotateSession(tx *gorm.DB, sessionID string, number int64, now time.Time) (s session, rotated bool, err error) {
	expiry := func(idle time.Duration) clause.Expr {
		return gorm.Expr(`CASE WHEN ends_at < ? THEN ends_at ELSE ? END`, now.Add(idle), now.Add(idle))
	}
	done := tx.Raw(`UPDATE identity_sessions SET number = number + 1, rotated_at = ?, last_used_at = ?,
			expires_at = CASE WHEN EXISTS (SELECT 1 FROM identity_users WHERE id = user_id AND (role = ?
				OR role_id IS NOT NULL)) THEN ? ELSE ? END
		WHERE id = ? AND number = ? AND expires_at > ? RETURNING *`,
		now, now, auth.RoleAdmin, expiry(adminIdleTimeout), expiry(sessionIdleTimeout), sessionID, number, now).Scan(&s)
	return s, done.RowsAffected == 1, done.Error
}

// lockRotated locks the session whose refresh token with this number was just replaced. It returns
// codeInvalidRefreshToken when the session has ended, and because of errReused when the token is
// an older one.
func lockRotated(tx *gorm.DB, sessionID string, number int64, now time.Time) (s session, err error) {
	err = database.ForUpdate(tx).Where("id = ? AND expires_at > ?", sessionID, now).Take(&s).Error
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return s, invalidRefreshToken()
	case err != nil:
		return s, err
	case number >= s.Number:
		return s, invalidRefreshToken() // issued before the database was restored from a backup
	case !s.justReplaced(number, now):
		return s, invalidRefreshToken().WithCause(errReused)
	}
	return s, nil
}

// proveSession records that the user of the session has proved who it is. It returns
// fault.Unauthenticated when the session has ended.
func proveSession(tx *gorm.DB, userID, sessionID string, now time.Time) (s session, err error) {
	done := tx.Model(&s).Clauses(clause.Returning{}).
		Where("id = ? AND user_id = ? AND expires_at > ?", sessionID, userID, now).Update("proved_at", now)
	if done.Error == nil && done.RowsAffected == 0 {
		return s, fault.New(fault.Unauthenticated, "Please log in.")
	}
	return s, done.Error
}

// capAdminSessions shortens the sessions of the staff to their idle timeout: those of a user who
// was a customer, and those that an older version started. userID "" means all of the staff.
func capAdminSessions(tx *gorm.DB, userID string, now time.Time) error {
	admins := tx.Model(&user{}).Select("id").Where("role = ? OR role_id IS NOT NULL", auth.RoleAdmin)
	if userID != "" {
		admins = admins.Where("id = ?", userID)
	}
	end := now.Add(adminIdleTimeout)
	return tx.Model(&session{}).Where("user_id IN (?) AND expires_at > ?", admins, end).Update("expires_at", end).Error
}

// lockSessions locks the user's sessions and returns their ids.
func lockSessions(tx *gorm.DB, userID string) (ids []string, err error) {
	err = database.ForUpdate(tx).Model(&session{}).Where("user_id = ?", userID).Order("id").Pluck("id", &ids).Error
	return ids, err
}

// deleteSession deletes the user's session, or returns fault.Missing.
func deleteSession(tx *gorm.DB, userID, sessionID string) error {
	done := tx.Where("id = ? AND user_id = ?", sessionID, userID).Delete(&session{})
	if done.Error == nil && done.RowsAffected == 0 {
		return fault.Missing()
	}
	return done.Error
}

// deleteSessions deletes the user's sessions except the one to keep ("" keeps none) and returns
// their ids.
func deleteSessions(tx *gorm.DB, userID, keep string) ([]string, error) {
	var deleted []session
	q := tx.Clauses(clause.Returning{Columns: []clause.Column{{Name: "id"}}}).Where("user_id = ?", userID)
	if keep != "" {
		q = q.Where("id <> ?", keep)
	}
	if err := q.Delete(&deleted).Error; err != nil {
		return nil, err
	}
	return convert.All(deleted, func(s session) string { return s.ID }), nil
}

// deleteOldestSessions deletes all sessions of the user but so many of the newest ones, and returns
// the ids of the deleted ones.
func deleteOldestSessions(tx *gorm.DB, userID string, keep int) (ended []string, err error) {
	err = tx.Raw(`DELETE FROM identity_sessions WHERE user_id = ? AND id NOT IN (
			SELECT id FROM identity_sessions WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?)
		RETURNING id`, userID, userID, keep).Scan(&ended).Error
	return ended, err
}
