package notifications

import (
	"time"

	"gorm.io/gorm"
)

// deleteTicketsUntil deletes the tickets that were not used in time.
func deleteTicketsUntil(tx *gorm.DB, now time.Time) error {
	return tx.Where("expires_at <= ?", now).Delete(&streamTicket{}).Error
}

// takeTicket deletes a ticket and returns it: of two who use it, one gets it. ok is false when
// there is none, or no longer.
func takeTicket(tx *gorm.DB, hash string, now time.Time) (t streamTicket, ok bool, err error) {
	var taken []streamTicket
	err = tx.Raw(`DELETE FROM notifications_stream_tickets WHERE hash = ? AND expires_at > ? RETURNING *`, hash, now).
		Scan(&taken).Error
	if len(taken) == 0 {
		return streamTicket{}, false, err
	}
	return taken[0], true, err
}
