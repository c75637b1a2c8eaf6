package identity

import (
	"context"
	"errors"

	"gorm.io/gorm"

	letters "orderd/modules/mailer/events"
	"orderd/platform/eventbus"
)

func (s *service) subscribe(bus *eventbus.Bus) {
	eventbus.On(bus, eventbus.Consumer{Name: "identity.challenges"}, startChallenge)
	// Awaited: who approves an application sees the account in the next request.
	eventbus.On(bus, eventbus.Consumer{Name: "identity.wholesale", Awaited: true}, s.grantAccess)
}

// startChallenge starts the time of the code in a letter that the mail server took; a letter sent again starts it again.
// A challenge that was used, or replaced by a newer one, stays as it is.
func startChallenge(_ context.Context, tx *gorm.DB, m eventbus.Message[letters.EmailSent]) error {
	if m.Event.ChallengeID == "" {
		return nil
	}
	var c challenge
	err := tx.Where("id = ? AND used_at IS NULL", m.Event.ChallengeID).Take(&c).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	c.sent(m.Event.SentAt)
	return tx.Model(&c).Where("used_at IS NULL").Select("sent_at", "expires_at").Updates(&c).Error
}
