package mailer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/tracing"
)

// send writes the claimed letter, hands it to the mail server on the line and records the outcome. It returns the
// server's error. It runs on a worker.
func (d *deliverer) send(line *line, l letter) error {
	mine := *l.Claim
	talk, span := d.Tracer.StartWithParent(d.talk, tracing.Client, "mail "+l.Kind, l.Trace)
	span.Set("orderd.letter", l.ID)
	span.SetInt("orderd.attempt", l.Attempts)
	err := d.handOver(talk, line, &l)
	span.End(err)
	if err != nil && d.talk.Err() != nil {
		return err // cut off: the server may have it or not; its claim runs out, and it comes again
	}
	d.settleBooks(l, mine)
	return err
}

// handOver makes the letter what its conversation has made of it.
func (d *deliverer) handOver(ctx context.Context, line *line, l *letter) (err error) {
	var words written
	defer func() {
		if p := recover(); p != nil {
			line.cut()
			err = refused{fmt.Errorf("panic: %v", p)} // one bad letter must not end the process, and the next one, and the next
		}
		if now := d.Clock.Now(); err == nil {
			l.arrive(now)
		} else {
			l.bounce(d.server.reasonOf(err, l.Recipient, words.Code), errors.As(err, new(refused)), now)
		}
	}()
	if words, err = d.writer.write(*l); err != nil {
		return refused{err}
	}
	message, err := words.compose(d.from, *l, d.Clock.Now())
	if err != nil {
		return err
	}
	return line.send(ctx, message)
}

// settleBooks records the letter, and tries again while the database is away: one that was taken must not be sent again.
func (d *deliverer) settleBooks(l letter, mine string) {
	for d.books.Err() == nil {
		err := d.record(l, mine)
		if err == nil {
			return
		}
		d.Log.Warn("the outcome of a letter could not be recorded", zap.String("letter", l.ID), zap.Error(err))
		select {
		case <-time.After(100 * time.Millisecond):
		case <-d.books.Done():
		}
	}
}

// record writes the letter, if it is still ours, and announces its outcome, in one transaction.
func (d *deliverer) record(l letter, mine string) error {
	ctx, cancel := context.WithTimeout(causeOf(d.books, l), 5*time.Second)
	defer cancel()
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		ours, err := record(tx, l, mine)
		if err != nil {
			return err
		}
		if !ours {
			// Erased meanwhile, or another replica's after the claim ran out: then that one records.
			d.Log.Info("the outcome of a letter belongs to nobody", zap.String("letter", l.ID))
			return nil
		}
		return d.announce(ctx, tx, l)
	})
}

// announce publishes that the letter was sent or has failed; nothing while it is queued.
func (d *deliverer) announce(ctx context.Context, tx *gorm.DB, l letter) error {
	switch l.Status {
	case sent:
		e := events.LetterSent{LetterID: l.ID, Kind: l.Kind, SentAt: *l.SentAt}
		if l.ChallengeID != nil {
			e.ChallengeID = *l.ChallengeID
		}
		return eventbus.Publish(ctx, tx, e)
	case failed:
		d.Log.Warn("a letter has failed", zap.String("letter", l.ID), zap.String("kind", l.Kind), zap.Stringp("reason", l.LastError))
		return eventbus.Publish(ctx, tx, events.LetterFailed{LetterID: l.ID, Kind: l.Kind, Attempts: l.Attempts})
	}
	return nil
}

// giveUp fails the letters whose time is up while the server is away: they have no attempts in which they could.
func (d *deliverer) giveUp(ctx context.Context, why error) {
	const atOnce = 100
	err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		now := d.Clock.Now()
		late, err := overdue(tx, atOnce, now)
		if err != nil {
			return err
		}
		for _, l := range late {
			l.bounce(d.server.reasonOf(why), false, now)
			if err := tx.Save(&l).Error; err != nil {
				return err
			}
			if err := d.announce(causeOf(ctx, l), tx, l); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("letters whose time is up could not be failed", zap.Error(err))
	}
}

// causeOf is ctx with the request and the event that caused the letter.
func causeOf(ctx context.Context, l letter) context.Context {
	return eventbus.WithCause(ctx, eventbus.Cause{RequestID: l.RequestID, EventID: l.EventID, Actor: "system"})
}
