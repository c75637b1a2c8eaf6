package notifications

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/fault"
)

// resetUsers lets a replay overwrite every user, but for tombstones.
const resetUsers = `UPDATE notifications_users SET
	address_seq = 0, role_seq = 0, locale_seq = 0, access_seq = 0 WHERE NOT erased`

// upsertUser writes those columns of u that are known and newer than in the table. A tombstone
// stays as it is.
func upsertUser(tx *gorm.DB, u user) error {
	return tx.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "user_id"}},
		DoUpdates: clause.Set{
			assignNewer("address_id", "address_seq"), assignNewer("address_seq", "address_seq"),
			assignNewer("role", "role_seq"), assignNewer("role_id", "role_seq"), assignNewer("role_seq", "role_seq"),
			assignNewer("locale", "locale_seq"), assignNewer("locale_seq", "locale_seq"),
			assignNewer("disabled", "access_seq"), assignNewer("access_seq", "access_seq"),
		},
		Where: clause.Where{Exprs: []clause.Expression{gorm.Expr("NOT notifications_users.erased")}},
	}).Create(&u).Error
}

func assign(column, sql string) clause.Assignment {
	return clause.Assignment{Column: clause.Column{Name: column}, Value: gorm.Expr(sql)}
}

// assignNewer takes the new value of the column if its sequence is newer.
func assignNewer(column, seq string) clause.Assignment {
	return assign(column, "CASE WHEN excluded."+seq+" > notifications_users."+seq+
		" THEN excluded."+column+" ELSE notifications_users."+column+" END")
}

// findByAddress returns the ids of the users with the address.
func findByAddress(tx *gorm.DB, addressID string) (userIDs []string, err error) {
	err = tx.Model(&user{}).Where("address_id = ?", addressID).Order("user_id").Pluck("user_id", &userIDs).Error
	return userIDs, err
}

// lockUser locks the copy of a user until tx ends. It returns fault.Missing after the erasure.
func lockUser(tx *gorm.DB, userID string) error {
	u := user{UserID: userID, Role: identity.RoleCustomer, Locale: defaultLocale}
	if err := database.LockOrCreate(tx, &u); err != nil {
		return err
	}
	if u.Erased {
		return fault.Missing()
	}
	return nil
}

// localesOf returns the languages of the users, by user. Those that are not known are missing.
func localesOf(tx *gorm.DB, userIDs []string) (map[string]string, error) {
	var known []user
	err := tx.Select("user_id", "locale").Where("user_id IN ? AND locale_seq > 0", userIDs).Find(&known).Error
	locales := map[string]string{}
	for _, u := range known {
		locales[u.UserID] = u.Locale
	}
	return locales, err
}
