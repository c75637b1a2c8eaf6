package identity

import (
	"context"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/onetimecode"
)

// Rows are locked in one order: the address's (identity_code_days), its login failures, their source, users by id, attempts,
// challenges, sessions.

// userByID is the user, or fault.Unauthenticated: the callers hold a token of an account that is no more.
func userByID(db *gorm.DB, userID string) (u user, err error) {
	err = db.Where("id = ?", userID).Take(&u).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return u, fault.New(fault.Unauthenticated, "Please log in.")
	}
	return u, err
}

// lockUser is userByID with the row locked: what is published for the user comes after it.
func lockUser(tx *gorm.DB, userID string) (user, error) {
	return userByID(database.ForUpdate(tx), userID)
}

// userByEmail is the account of the address; ok is false when there is none.
func userByEmail(db *gorm.DB, email string) (u user, ok bool, err error) {
	err = db.Where("email = ?", email).Take(&u).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return u, false, nil
	}
	return u, err == nil, err
}

// lockUserByEmail is userByEmail with the row locked.
func lockUserByEmail(tx *gorm.DB, email string) (user, bool, error) {
	return userByEmail(database.ForUpdate(tx), email)
}

// saveUser writes every column of a locked user.
func saveUser(tx *gorm.DB, u *user) error { return tx.Select("*").Updates(u).Error }

// findUsers is a page of the users, newest first. A blank q or role does not filter.
func findUsers(db *gorm.DB, q, role string, p httpapi.Page) ([]user, int64, error) {
	query := db.Model(&user{})
	if role != "" {
		query = query.Where("role = ?", role)
	}
	if q = strings.ToLower(strings.TrimSpace(q)); q != "" {
		query = query.Where(database.Contains("search", q))
	}
	return httpapi.Find[user](query, p, "created_at DESC, id DESC")
}

// lockActiveAdmins locks every admin who may work, so that of two changes at once the second sees the first.
func lockActiveAdmins(tx *gorm.DB) (admins []user, err error) {
	err = database.ForUpdate(tx).Where("role = ? AND disabled_at IS NULL", auth.RoleAdmin).Order("id").Find(&admins).Error
	return admins, err
}

// addressDay is what is counted of an email address, account or not: attempts at codes on a day (UTC).
type addressDay struct {
	AddressID string `gorm:"primaryKey"`
	Day       string
	Attempts  int // at codes of registrations
	// PasswordAttempts are those at codes that set the password.
	PasswordAttempts int
	RegisteredAt     *time.Time // when a registration was last asked for
	UnclearAt        *time.Time // when a code without a registration id last caused a mail
}

func (addressDay) TableName() string { return "identity_code_days" }

// lockAddress locks what is known of an email address (pseudonym.Key.OfEmail), account or not: transactions on its attempts and codes queue here.
func lockAddress(tx *gorm.DB, addressID string, now time.Time) error {
	return tx.Exec(`INSERT INTO identity_code_days (address_id, day, attempts) VALUES (?, ?, 0)
		ON CONFLICT (address_id) DO UPDATE SET address_id = excluded.address_id`, addressID, day(now)).Error
}

// noteRegistration is lockAddress that also remembers when a registration was asked for.
func noteRegistration(tx *gorm.DB, addressID string, now time.Time) error {
	return tx.Exec(`INSERT INTO identity_code_days (address_id, day, attempts, registered_at) VALUES (?, ?, 0, ?)
		ON CONFLICT (address_id) DO UPDATE SET registered_at = excluded.registered_at`, addressID, day(now), now).Error
}

// lastRegistration is when a registration with the address was last asked for; the zero time means not lately.
func lastRegistration(db *gorm.DB, addressID string) (time.Time, error) {
	var rows []addressDay
	err := db.Where("address_id = ? AND registered_at IS NOT NULL", addressID).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return time.Time{}, err
	}
	return *rows[0].RegisteredAt, nil
}

// lockDay is lockAddress that also begins the count of a new day.
func lockDay(tx *gorm.DB, addressID string, now time.Time) error {
	return tx.Exec(`INSERT INTO identity_code_days AS d (address_id, day, attempts) VALUES (?, ?, 0)
		ON CONFLICT (address_id) DO UPDATE SET day = excluded.day,
			attempts = CASE WHEN d.day = excluded.day THEN d.attempts ELSE 0 END,
			password_attempts = CASE WHEN d.day = excluded.day THEN d.password_attempts ELSE 0 END`, addressID, day(now)).Error
}

// countDay counts n attempts (0 or 1) at codes of the purpose for the locked address; false means that the day's are used
// up. It writes for 0 too, so that it takes as long.
func countDay(tx *gorm.DB, purpose onetimecode.Purpose, addressID string, n int) (bool, error) {
	column := "attempts"
	if purpose == onetimecode.Password {
		column = "password_attempts"
	}
	done := tx.Exec("UPDATE identity_code_days SET "+column+" = "+column+" + ? WHERE address_id = ? AND "+column+" + ? <= ?", n, addressID, n, maxAttemptsDay)
	return done.RowsAffected == 1, done.Error
}

// noteUnclear remembers that a code without a registration id causes a mail; false means that one did so lately. The
// caller holds the lock of the address.
func noteUnclear(tx *gorm.DB, addressID string, now time.Time) (bool, error) {
	done := tx.Model(&addressDay{}).Where("address_id = ? AND (unclear_at IS NULL OR unclear_at <= ?)", addressID, now.Add(-unclearPause)).
		Update("unclear_at", now)
	return done.RowsAffected == 1, done.Error
}

func day(now time.Time) string { return now.Format(time.DateOnly) }

// countAttempt counts an attempt against every live challenge of the address and gives those that had one left.
func countAttempt(tx *gorm.DB, purpose onetimecode.Purpose, addressID string, now time.Time) (counted []challenge, err error) {
	err = tx.Raw(`UPDATE identity_challenges SET attempts = attempts + 1
		WHERE address_id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ? AND attempts < ?
		RETURNING *`, addressID, purpose, now, maxAttempts).Scan(&counted).Error
	return counted, err
}

// useChallenge uses it up. It returns fault.InvalidCode when somebody was faster, or a newer one took its place.
func useChallenge(tx *gorm.DB, c *challenge, now time.Time) error {
	done := tx.Model(&challenge{}).Where("id = ? AND used_at IS NULL AND expires_at > ?", c.ID, now).Update("used_at", now)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidCode()
	}
	return done.Error
}

// replaceChallenge makes c the one challenge of its attempt or account.
func replaceChallenge(tx *gorm.DB, c *challenge) error {
	if err := tx.Where("registration_id = ? OR user_id = ?", c.RegistrationID, c.UserID).Delete(&challenge{}).Error; err != nil {
		return err
	}
	return tx.Create(c).Error
}

// replacePasswordChallenge makes c the one challenge of its account; false means that there is no such account. It runs
// the same statements for both.
func replacePasswordChallenge(tx *gorm.DB, c *challenge) (bool, error) {
	if err := tx.Where("user_id = ?", c.UserID).Delete(&challenge{}).Error; err != nil {
		return false, err
	}
	made := tx.Exec(`INSERT INTO identity_challenges (id, purpose, address_id, user_id, ttl_seconds, attempts, made_at, expires_at)
		SELECT ?, ?, ?, id, ?, 0, ?, ? FROM identity_users WHERE id = ?`, c.ID, c.Purpose, c.AddressID, c.TTLSeconds, c.MadeAt, c.ExpiresAt, c.UserID)
	return made.RowsAffected == 1, made.Error
}

// liveRegistrations are the attempts of the address whose code may be asked for again, newest first.
func liveRegistrations(db *gorm.DB, email string, now time.Time) (attempts []attempt, err error) {
	err = db.Where("email = ? AND expires_at > ?", email, now).Order("created_at DESC, id DESC").Find(&attempts).Error
	return attempts, err
}

// countUsableRegistrations counts the attempts of the address that may still become its account: the live ones, and those
// whose mail was sent again later.
func countUsableRegistrations(tx *gorm.DB, email string, now time.Time) (n int64, err error) {
	err = tx.Model(&attempt{}).Where(`email = ? AND (expires_at > ? OR EXISTS (SELECT 1 FROM identity_challenges c
		WHERE c.registration_id = identity_registrations.id AND c.used_at IS NULL AND c.expires_at > ?))`, email, now, now).Count(&n).Error
	return n, err
}

// deleteAttemptsOf deletes every attempt of the address, and with them their challenges. Their events are blanked, but
// those of the one that became an account ("" if none did).
func deleteAttemptsOf(ctx context.Context, tx *gorm.DB, email, became string) error {
	var attempts []attempt
	if err := tx.Where("email = ?", email).Find(&attempts).Error; err != nil {
		return err
	}
	return deleteAttempts(ctx, tx, attempts, became)
}

func deleteAttempts(ctx context.Context, tx *gorm.DB, attempts []attempt, became string) error {
	for _, a := range attempts {
		if err := tx.Delete(&a).Error; err != nil {
			return err
		}
		if a.ID == became {
			continue
		}
		if err := eventbus.EraseSubject(ctx, tx, a.ID); err != nil {
			return err
		}
	}
	return nil
}

// addressOf is the user's address, or fault.Missing.
func addressOf(db *gorm.DB, userID, addressID string) (savedAddress, error) {
	return database.ByID[savedAddress](db.Where("user_id = ?", userID), addressID)
}

// addressesOf are the user's addresses, oldest first.
func addressesOf(db *gorm.DB, userID string) (all []savedAddress, err error) {
	err = db.Where("user_id = ?", userID).Order("created_at, id").Find(&all).Error
	return all, err
}

// rotateSession moves the session on from its refresh token number to the next; moved is false when that is not its newest
// token, or the session has ended.
func rotateSession(tx *gorm.DB, sessionID string, number int64, now time.Time) (of openSession, moved bool, err error) {
	expiry := func(idle time.Duration) clause.Expr {
		return gorm.Expr(`CASE WHEN ends_at < ? THEN ends_at ELSE ? END`, now.Add(idle), now.Add(idle))
	}
	done := tx.Raw(`UPDATE identity_sessions SET number = number + 1, rotated_at = ?, last_used_at = ?,
			expires_at = CASE WHEN (SELECT role FROM identity_users WHERE id = user_id) = ? THEN ? ELSE ? END
		WHERE id = ? AND number = ? AND expires_at > ? RETURNING *`,
		now, now, auth.RoleAdmin, expiry(staffIdle), expiry(sessionIdle), sessionID, number, now).Scan(&of)
	return of, done.RowsAffected == 1, done.Error
}

// lockRefreshed locks the session whose token with this number was replaced just now. It returns
// fault.InvalidRefreshToken when the session has ended, and because of errReused when the token is an older one.
func lockRefreshed(tx *gorm.DB, sessionID string, number int64, now time.Time) (of openSession, err error) {
	err = database.ForUpdate(tx).Where("id = ? AND expires_at > ?", sessionID, now).Take(&of).Error
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return of, invalidRefreshToken()
	case err != nil:
		return of, err
	case number >= of.Number:
		return of, invalidRefreshToken() // of a future that a restored backup has forgotten
	case !of.lately(number, now):
		return of, invalidRefreshToken().Because(errReused)
	}
	return of, nil
}

// shortenStaffSessions lets every session of an admin end after the time that an admin's lives without use: those of a user who
// was a customer, and those that an older version began. userID "" means all admins'.
func shortenStaffSessions(tx *gorm.DB, userID string, now time.Time) error {
	admins := tx.Model(&user{}).Select("id").Where("role = ?", auth.RoleAdmin)
	if userID != "" {
		admins = admins.Where("id = ?", userID)
	}
	end := now.Add(staffIdle)
	return tx.Model(&openSession{}).Where("user_id IN (?) AND expires_at > ?", admins, end).Update("expires_at", end).Error
}

// lockSessions locks the user's sessions and gives their ids.
func lockSessions(tx *gorm.DB, userID string) (ids []string, err error) {
	err = database.ForUpdate(tx).Model(&openSession{}).Where("user_id = ?", userID).Order("id").Pluck("id", &ids).Error
	return ids, err
}

// deleteAccount deletes a locked user with everything that hangs on the account or on its address.
func deleteAccount(ctx context.Context, tx *gorm.DB, u *user, addressID string) error {
	if err := deleteAttemptsOf(ctx, tx, u.Email, ""); err != nil {
		return err
	}
	for _, rows := range []any{&addressDay{}, &loginFailures{}, &loginSource{}} {
		if err := tx.Where("address_id = ?", addressID).Delete(rows).Error; err != nil {
			return err
		}
	}
	return tx.Delete(u).Error
}

// erasedSince tells whether an account of the address was erased at that time or later.
func erasedSince(tx *gorm.DB, addressID string, since time.Time) (bool, error) {
	var n int64
	err := tx.Model(&erasure{}).Where("address_id = ? AND erased_at >= ?", addressID, since).Count(&n).Error
	return n > 0, err
}

// deleteSessions ends the user's sessions but the one to keep ("" keeps none) and gives their ids.
func deleteSessions(tx *gorm.DB, userID, keep string) ([]string, error) {
	var ended []openSession
	q := tx.Clauses(clause.Returning{Columns: []clause.Column{{Name: "id"}}}).Where("user_id = ?", userID)
	if keep != "" {
		q = q.Where("id <> ?", keep)
	}
	if err := q.Delete(&ended).Error; err != nil {
		return nil, err
	}
	ids := make([]string, len(ended))
	for i := range ended {
		ids[i] = ended[i].ID
	}
	return ids, nil
}
