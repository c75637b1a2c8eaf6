package identity

import (
	"context"
	"errors"

	"gorm.io/gorm"

	mailer "orderd/modules/mailer/events"
	shop "orderd/modules/shop/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

func (d Deps) subscribe(bus *eventbus.Bus) {
	eventbus.On(bus, eventbus.Consumer{Name: "identity.challenges"}, onMailSent, eventbus.Where(hasCode))
	settings := eventbus.Consumer{Name: "identity.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(shop.GroupProfile)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE identity_settings SET seq = 0`))

	alerts := eventbus.Consumer{Name: "identity.alerts"}
	eventbus.On(bus, alerts, onEndpointDisabled, eventbus.Where(hasFailed))
	eventbus.On(bus, alerts, onNoticesDue)
	eventbus.On(bus, alerts, onNoticesChosen)
	// Awaited: the admin who approves an application sees the account in the next request.
	eventbus.On(bus, eventbus.Consumer{Name: "identity.wholesale", Awaited: true}, d.onApplicationApproved)
	// Awaited: the buyer finds the address in the request that follows the checkout.
	orders := eventbus.Consumer{Name: "identity.orders", Awaited: true}
	eventbus.On(bus, orders, d.onOrderPlaced, eventbus.Where(savesAddress))
}

// hasCode reports whether the mail carries a one-time code.
func hasCode(e mailer.EmailSent) bool { return e.ChallengeID != "" }

// onMailSent starts the life of the code in a mail that the mail server took; a mail that is sent
// again starts it again. A challenge that was used, or replaced by a newer one, does not change.
func onMailSent(_ context.Context, tx *gorm.DB, m eventbus.Message[mailer.EmailSent]) error {
	if err := startInvitation(tx, m.Event.ChallengeID, m.Event.SentAt); err != nil {
		return err
	}
	withCode, err := unusedChallenges(tx, m.Event.ChallengeID)
	for i := range withCode {
		c := &withCode[i]
		c.markSent(m.Event.SentAt)
		err = errors.Join(err, saveSentChallenge(tx, c))
	}
	return err
}

// onApplicationApproved gives the contact of the application a wholesale account, unless the
// personal fields of the event were erased meanwhile.
func (d Deps) onApplicationApproved(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[wholesale.ApplicationApproved],
) error {
	if m.Event.ContactEmail == "" {
		return nil
	}
	email, now := id.NormalizeEmail(m.Event.ContactEmail), d.Clock.Now()
	if holder, held, err := holderOf(tx, email, now); err != nil {
		return err
	} else if held { // its owner has another address by now
		email = holder.Email
	}
	return grantWholesale(ctx, tx, m.Event, m.ID, email, d.Pseudonyms.OfEmail(email), now)
}
