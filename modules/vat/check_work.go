package vat

import (
	"context"
	"sync"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

const (
	// lease is how long a claimed id belongs to its worker. The question ends before.
	lease = 3 * askTimeout
	// maxQuestions is how many questions a process has under way: VIES refuses who asks for much at
	// once.
	maxQuestions = 4
)

// worker asks VIES.
type worker struct {
	Deps
	register register
	settings *copies.Copy[settings]
	wake     background.Signal
	count    countQuestions
}

func newWorker(d Deps) *worker {
	return &worker{
		Deps: d, register: d.Config.register(), settings: copySettings(d.Copies), wake: background.NewSignal(),
		count: newCountQuestions(d.Metrics),
	}
}

// jobs are the periodic jobs. The first one looks for what is due when an id was given in this
// process, and once a second for those of other replicas and those that are asked about again.
func (w *worker) jobs() []background.Job {
	return []background.Job{
		{Name: "ask VIES about VAT ids", Every: time.Second, Wake: w.wake, Do: w.askAll},
		{Name: "end the proofs of VAT ids", Every: 5 * time.Second, Do: w.endProofs},
		idIndex.Job(w.DB, w.Clock),
	}
}

// askAll asks about all ids that are due, a few at once.
func (w *worker) askAll(ctx context.Context) error {
	for ctx.Err() == nil {
		claimed, err := claimDue(ctx, w.DB, maxQuestions, w.Clock.Now())
		if err != nil || len(claimed) == 0 {
			return err
		}
		var all sync.WaitGroup
		for _, v := range claimed {
			all.Go(func() { w.ask(ctx, v) })
		}
		all.Wait()
	}
	return nil
}

// ask asks about a claimed id and saves the answer. When that fails the claim ends, and VIES is
// asked again.
func (w *worker) ask(ctx context.Context, claimed vatID) {
	requester := w.settings.Current().requester
	a, err := w.register.ask(ctx, claimed.VATID, requester)
	if ctx.Err() != nil {
		return
	}
	w.count.record(a, err)
	now := w.Clock.Now()
	save := func(tx *gorm.DB) error { return w.saveAnswer(ctx, tx, claimed, requester, a, now) }
	if err != nil {
		w.Log.Warn("VIES gave no answer about a VAT id", zap.String("country", claimed.VATID[:2]),
			zap.Int("attempts", claimed.Attempts), zap.Error(err))
		save = func(tx *gorm.DB) error { return saveUnanswered(tx, claimed, now) }
	}
	if err := database.InTx(ctx, w.DB, save); err != nil && ctx.Err() == nil {
		w.Log.Warn("an answer of VIES could not be recorded", zap.String("row", claimed.ID), zap.Error(err))
	}
}

// saveAnswer applies the answer to the id, keeps it as evidence and publishes what has changed. It
// does nothing when the claim has ended: an answer that comes too late counts for nothing.
func (w *worker) saveAnswer(
	ctx context.Context, tx *gorm.DB, claimed vatID, requester string, a answer, now time.Time,
) error {
	if _, err := lockUser(tx, claimed.UserID); err != nil {
		return err
	}
	v, found, err := lockClaimed(tx, claimed)
	if err != nil || !found {
		return err
	}
	from := v.Status
	v.markAnswered(a, w.settings.Current().maxAge, now)
	if err := saveID(tx, &v, from); err != nil {
		return err
	}
	if err := insertCheck(tx, answeredCheck(v, requester, a, now)); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, v.changed())
}

// saveUnanswered plans the next question. It does nothing when the claim has ended.
func saveUnanswered(tx *gorm.DB, claimed vatID, now time.Time) error {
	v, found, err := lockClaimed(tx, claimed)
	if err != nil || !found {
		return err
	}
	v.markUnanswered(now)
	return saveQuestion(tx, &v)
}

// endProofs makes all ids pending whose proofs hold no longer, each in a transaction.
func (w *worker) endProofs(ctx context.Context) error {
	const batch = 100
	for {
		users, err := usersToEnd(w.DB.WithContext(ctx), w.Clock.Now(), batch)
		if err != nil {
			return err
		}
		for _, userID := range users {
			err := database.InTx(ctx, w.DB, func(tx *gorm.DB) error { return endProof(ctx, tx, userID, w.Clock.Now()) })
			if err != nil {
				return err
			}
			w.wake.Send()
		}
		if len(users) < batch {
			return nil
		}
	}
}

// endProof makes the user's id pending, if its proof holds no longer, and publishes it.
func endProof(ctx context.Context, tx *gorm.DB, userID string, now time.Time) error {
	if _, err := lockUser(tx, userID); err != nil {
		return err
	}
	v, found, err := lockEnded(tx, userID, now)
	if err != nil || !found {
		return err
	}
	from := v.Status
	v.endProof(now)
	if err := saveID(tx, &v, from); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, v.changed())
}
