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

// saveOutcomes saves the outcomes of attempts, together, unless a save is under way: then they wait
// for its end.
func (d *deliverer) saveOutcomes() {
	if d.saving || len(d.unsaved) == 0 {
		return
	}
	group := d.unsaved
	d.unsaved, d.saving = nil, true
	go func() {
		d.saveGroup(group)
		d.saved <- group
	}()
}

// finishSave takes note of the end of a save.
func (d *deliverer) finishSave(ctx context.Context, group []email) {
	rejected := false
	for _, e := range group {
		delete(d.sending, e.ID)
		rejected = rejected || d.recovering[e.ID] && e.Status == emailQueued
		delete(d.recovering, e.ID)
	}
	if rejected {
		d.expedite(ctx)
	}
	d.saving = false
	d.saveOutcomes()
}

// saveGroup saves outcomes, again and again while the database is away: an email that the server
// accepted must not be sent again.
func (d *deliverer) saveGroup(group []email) {
	for d.recordCtx.Err() == nil {
		err := d.trySaveGroup(group)
		if err == nil {
			return
		}
		d.Log.Warn("the outcomes of emails could not be saved",
			zap.String("email", group[0].ID), zap.Int("emails", len(group)), zap.Error(err))
		select {
		case <-time.After(100 * time.Millisecond):
		case <-d.recordCtx.Done():
		}
	}
}

// trySaveGroup updates the emails that are still under their claims, and publishes their outcomes,
// in one transaction.
func (d *deliverer) trySaveGroup(group []email) error {
	ctx, cancel := context.WithTimeout(d.recordCtx, 5*time.Second)
	defer cancel()
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		saved, err := saveClaimed(tx, group)
		if err != nil {
			return err
		}
		if len(saved) < len(group) { // erased, or the claim ended and another replica has claimed it
			d.Log.Info("emails are no longer under the claim of their attempt", zap.Int("emails", len(group)-len(saved)))
		}
		return d.publishOutcomes(ctx, tx, saved)
	})
}

// publishOutcomes publishes which emails were sent or have failed, and nothing of those that are
// queued.
func (d *deliverer) publishOutcomes(ctx context.Context, tx *gorm.DB, emails []email) error {
	var caused []eventbus.Caused
	for _, e := range emails {
		if event := d.outcomeEvent(e); event != nil {
			caused = append(caused, eventbus.Caused{Cause: causeOf(e), Event: event})
		}
	}
	return eventbus.PublishCaused(ctx, tx, caused...)
}

// outcomeEvent returns the event of an email that was sent or has failed, nil while it is queued.
func (d *deliverer) outcomeEvent(e email) eventbus.Event {
	switch e.Status {
	case emailSent:
		sent := events.EmailSent{EmailID: e.ID, Kind: e.Kind, SentAt: *e.SentAt}
		if e.ChallengeID != nil {
			sent.ChallengeID = *e.ChallengeID
		}
		return sent
	case emailFailed:
		d.Log.Warn("an email has failed", zap.String("email", e.ID), zap.String("kind", string(e.Kind)),
			zap.Stringp("reason", e.LastError))
		return events.EmailFailed{EmailID: e.ID, Kind: e.Kind, Attempts: e.Attempts}
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
		for i := range expired {
			expired[i].Claim = nil
			expired[i].markAttemptFailed(d.server.redact(unreachable), false, now)
			if err := saveEmail(tx, expired[i], emailQueued); err != nil {
				return err
			}
		}
		return d.publishOutcomes(ctx, tx, expired)
	})
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("expired emails could not be failed", zap.Error(err))
	}
}

// causeOf returns the request and the event that the email stems from.
func causeOf(e email) eventbus.Cause {
	cause := eventbus.Cause{RequestID: e.RequestID, EventID: e.EventID, Actor: eventbus.ActorSystem}
	if e.EventID == e.ID {
		cause.EventID = ""
	}
	return cause
}
