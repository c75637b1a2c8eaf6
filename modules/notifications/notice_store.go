package notifications

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/auth"
	"orderd/platform/database"
)

// staffMember is one of the staff, and what that one has chosen for a kind of notices: nil for
// nothing.
type staffMember struct {
	UserID      string
	Owner       bool
	Scopes      auth.Scopes // of who is no owner
	Inbox, Mail *bool
}

// findStaff returns the staff whose accounts are not disabled. The condition is that of the index
// notifications_users_staff, to the letter.
func findStaff(tx *gorm.DB, k noticeKind) (found []staffMember, err error) {
	err = tx.Raw(`SELECT u.user_id, u.role = 'admin' AS owner, coalesce(r.scopes, '') AS scopes, s.inbox, s.mail
		FROM notifications_users u
		LEFT JOIN notifications_roles r ON CAST(r.role_id AS text) = u.role_id
		LEFT JOIN notifications_switches s ON s.user_id = u.user_id AND s.kind = ?
		WHERE (u.role = 'admin' OR u.role_id <> '') AND NOT u.disabled
		ORDER BY u.user_id`, k).Scan(&found).Error
	return found, err
}

// switchesOfUser returns what the user has chosen, by kind.
func switchesOfUser(db *gorm.DB, userID string) (map[noticeKind]switches, error) {
	var found []switches
	err := db.Where("user_id = ?", userID).Find(&found).Error
	chosen := map[noticeKind]switches{}
	for _, s := range found {
		chosen[s.Kind] = s
	}
	return chosen, err
}

// saveSwitches writes what a user has chosen.
func saveSwitches(tx *gorm.DB, chosen []switches) error {
	if len(chosen) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "user_id"}, {Name: "kind"}},
		DoUpdates: clause.AssignmentColumns([]string{"inbox", "mail"}),
	}).Create(&chosen).Error
}

// insertMailLines queues notices for the next mails to their users, without those whose event is
// queued already.
func insertMailLines(tx *gorm.DB, lines []mailLine) error {
	return tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "user_id"}, {Name: "event_id"}, {Name: "kind"}},
		DoNothing: true,
	}).Create(&lines).Error
}

// dueDigests returns the users for whom notices wait and whose next mail is due.
func dueDigests(db *gorm.DB, now time.Time) (userIDs []string, err error) {
	err = db.Raw(`SELECT DISTINCT l.user_id FROM notifications_mail_lines l
		LEFT JOIN notifications_digests d ON d.user_id = l.user_id
		WHERE d.next_at IS NULL OR d.next_at <= ? ORDER BY l.user_id LIMIT 100`, now).Scan(&userIDs).Error
	return userIDs, err
}

// claimDigest moves the next mail to a user on; false means that another replica has done so.
func claimDigest(tx *gorm.DB, userID string, now, next time.Time) (bool, error) {
	claimed := tx.Exec(`INSERT INTO notifications_digests (user_id, next_at) VALUES (?, ?)
		ON CONFLICT (user_id) DO UPDATE SET next_at = excluded.next_at WHERE notifications_digests.next_at <= ?`, userID,
		next, now)
	return claimed.RowsAffected > 0, claimed.Error
}

// takeMailLines removes the notices that wait for a user and returns them, oldest first.
func takeMailLines(tx *gorm.DB, userID string) (lines []mailLine, err error) {
	if err = database.ForUpdate(tx).Where("user_id = ?", userID).Order("id").Find(&lines).Error; err != nil ||
		len(lines) == 0 {
		return nil, err
	}
	return lines, tx.Where("user_id = ? AND id <= ?", userID, lines[len(lines)-1].ID).Delete(&mailLine{}).Error
}

// deleteNotices removes what the module has of a user's notices.
func deleteNotices(tx *gorm.DB, userID string) error {
	for _, model := range []any{&switches{}, &mailLine{}, &digest{}} {
		if err := tx.Where("user_id = ?", userID).Delete(model).Error; err != nil {
			return err
		}
	}
	return nil
}
