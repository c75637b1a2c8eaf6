package mailer

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// saveOutcome saves the outcome of an attempt, again and again while the database is away: an email
// that the server accepted must not be sent again.
func (d *deliverer) saveOutcome(e email, claim string) {
	for d.recordCtx.Err() == nil {
		err := d.trySaveOutcome(e, claim)
		if err == nil {
			return
		}
		d.Log.Warn("the outcome of an email could not be saved", zap.String("email", e.ID), zap.Error(err))
		select {
		case <-time.After(100 * time.Millisecond):
		case <-d.recordCtx.Done():
		}
	}
}

// trySaveOutcome updates the email, if it is still under the claim, and publishes its outcome, in
// one transaction.
func (d *deliverer) trySaveOutcome(e email, claim string) error {
	ctx, cancel := context.WithTimeout(withCause(d.recordCtx, e), 5*time.Second)
	defer cancel()
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		claimed, err := updateClaimed(tx, e, claim)
		if err != nil {
			return err
		}
		if !claimed { // it was erased, or the claim ended and another replica has claimed it
			d.Log.Info("an email is no longer under the claim of its attempt", zap.String("email", e.ID))
			return nil
		}
		return d.publishOutcome(ctx, tx, e)
	})
}

// publishOutcome publishes that the email was sent or has failed, and nothing while it is queued.
func (d *deliverer) publishOutcome(ctx context.Context, tx *gorm.DB, e email) error {
	switch e.Status {
	case emailSent:
		sent := events.EmailSent{EmailID: e.ID, Kind: e.Kind, SentAt: *e.SentAt}
		if e.ChallengeID != nil {
			sent.ChallengeID = *e.ChallengeID
		}
		return eventbus.Publish(ctx, tx, sent)
	case emailFailed:
		d.Log.Warn("an email has failed", zap.String("email", e.ID), zap.String("kind", string(e.Kind)), zap.Stringp("reason", e.LastError))
		return eventbus.Publish(ctx, tx, events.EmailFailed{EmailID: e.ID, Kind: e.Kind, Attempts: e.Attempts})
	}
	return nil
}

// expire fails the emails that have expired while the server is unreachable: without attempts they
// would never fail.
func (d *deliverer) expire(ctx context.Context, unreachable error) {
	const batch = 100
	err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		now := d.Clock.Now()
		expired, err := lockExpired(tx, batch, now)
		if err != nil {
			return err
		}
		for _, e := range expired {
			e.markAttemptFailed(d.server.redact(unreachable), false, now)
			if err := saveEmail(tx, e, emailQueued); err != nil {
				return err
			}
			if err := d.publishOutcome(withCause(ctx, e), tx, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("expired emails could not be failed", zap.Error(err))
	}
}

// withCause adds the request and the event that the email stems from.
func withCause(ctx context.Context, e email) context.Context {
	return eventbus.WithCause(ctx, eventbus.Cause{RequestID: e.RequestID, EventID: e.EventID, Actor: eventbus.ActorSystem})
}
