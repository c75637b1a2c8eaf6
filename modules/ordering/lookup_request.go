package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	mailer "orderd/modules/mailer/events"
	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// requestLookup has a code mailed that opens the guest's order with the number. No mail is sent
// when there is no such order. The caller learns none of this: both cases run the same statements
// and publish one event with the same consumers. It returns the id of the look-up, which means
// nothing where there is none. When no mail may leave, the code is that of an earlier one.
func requestLookup(
	ctx context.Context, tx *gorm.DB, number, guestID string, mail bool, now time.Time,
) (lookupID string, err error) {
	if err := lockLookupDay(tx, guestID, now); err != nil {
		return "", err
	}
	o, err := lockGuestOrder(tx, number, guestID)
	if err != nil {
		return "", err
	}
	if o.ID == "" {
		o.ID = id.New() // no order has the id: no look-up is stored
	}
	l := newLookup(o.ID, guestID, now)
	mailed, err := newestMailedLookup(tx, guestID, now) // always: its time says nothing
	if err != nil {
		return "", err
	}
	if !mail {
		l.shareCode(mailed)
	}
	stored, err := createLookup(tx, &l)
	if err != nil {
		return "", err
	}
	if !stored || !mail {
		return l.ID, eventbus.Publish(ctx, tx, events.LookupRefused{GuestID: guestID})
	}
	return l.ID, eventbus.Publish(ctx, tx, events.LookupRequested{
		OrderID: o.ID, Number: o.Number, Total: int64(o.Total), GuestID: guestID, LookupID: l.ID, Locale: o.Locale,
		Email: o.BuyerEmail, FullName: o.BuyerName,
	})
}

// hasCode reports whether the mail carries a one-time code.
func hasCode(e mailer.EmailSent) bool { return e.ChallengeID != "" }

// onMailSent starts the life of the code in a mail that the mail server took.
func onMailSent(_ context.Context, tx *gorm.DB, m eventbus.Message[mailer.EmailSent]) error {
	return markLookupSent(tx, m.Event.ChallengeID, m.Event.SentAt)
}

// deleteStaleLookups deletes look-ups that have expired.
func (d *Deps) deleteStaleLookups(ctx context.Context) error {
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return deleteOldLookups(tx, d.Clock.Now()) })
}
