package webhooks

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/webhooks/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// startReplay saves a replay. It returns a validation fault for an unknown endpoint,
// InvalidTransition for a disabled one and for one that has a running replay, and Forbidden for
// personal data of events that the endpoint does not get, unless the caller may have it.
func startReplay(ctx context.Context, tx *gorm.DB, q replayRequest, now time.Time) (replay, error) {
	e, err := lockEnabled(tx, q.endpointID)
	if fault.Is(err, fault.NotFound) {
		return replay{}, fault.Invalid(fault.Field{Pointer: "/endpointId", Code: fault.NotAllowed,
			Detail: "must be the id of an endpoint"})
	}
	if err != nil {
		return replay{}, err
	}
	if err := requirePersonal(ctx, e.PersonalData && !covers(e.allPatterns(), q.patterns)); err != nil {
		return replay{}, err
	}
	r := newReplay(q, e, now)
	if err := tx.Create(&r).Error; err != nil {
		if database.IsUnique(err, "webhooks_replays_running", "webhooks_replays.endpoint_id") {
			return replay{}, fault.New(fault.InvalidTransition, "A replay to the endpoint is running.").WithCause(err)
		}
		return replay{}, err
	}
	return r, eventbus.Publish(ctx, tx, events.ReplayStarted{ReplayID: r.ID, EndpointID: r.EndpointID, From: r.FromAt,
		To: r.ToAt, Events: r.Patterns})
}

// stopReplay stops a replay; one that has ended stays as it is. It returns fault.NotFound.
func stopReplay(tx *gorm.DB, replayID string, now time.Time) error {
	r, err := lockReplay(tx, replayID)
	if err != nil || r.Status != replayRunning {
		return err
	}
	r.end(replayStopped, now)
	return tx.Save(&r).Error
}

// continueReplay queues the next events of a replay, unless replayAhead wait. more reports whether
// it should be called again at once. It returns fault.NotFound.
func (d *deliverer) continueReplay(ctx context.Context, tx *gorm.DB, replayID string) (more bool, err error) {
	r, err := replayByID(tx, replayID)
	if err != nil {
		return false, err
	}
	e, err := lockEndpoint(tx, r.EndpointID) // before the replay, as its deletion does
	if err != nil {
		return false, err
	}
	if r, err = lockReplay(tx, replayID); err != nil || r.Status != replayRunning || !e.Enabled {
		return false, err
	}
	return d.queueNext(ctx, tx, e, &r)
}

// queueNext queues a batch of events to an endpoint that the caller has locked.
func (d *deliverer) queueNext(ctx context.Context, tx *gorm.DB, e endpoint, r *replay) (more bool, err error) {
	ahead, err := countAhead(tx, e.ID)
	free := min(replayBatch, replayAhead-int(ahead))
	if err != nil || free <= 0 {
		return false, err
	}
	entries, err := r.next(ctx, tx, free)
	if err != nil {
		return false, err
	}
	now := d.Clock.Now()
	if err := queueReplayed(tx, r.deliveries(entries, now)); err != nil {
		return false, err
	}
	r.advance(entries, free, now)
	database.AfterCommit(tx, func() { d.wake([]string{e.ID}) })
	return len(entries) == free, tx.Save(r).Error
}

// next returns the next events of the log that the replay queues.
func (r *replay) next(ctx context.Context, tx *gorm.DB, limit int) ([]eventbus.LogEntry, error) {
	names := r.names()
	if len(names) == 0 { // of the ping alone; a filter without names has all events
		return nil, nil
	}
	return eventbus.ReadForward(ctx, tx, eventbus.LogFilter{Names: names, From: r.FromAt, To: r.ToAt, After: r.LastSeq},
		limit)
}

// deliveries makes the deliveries of events that the replay queues.
func (r *replay) deliveries(entries []eventbus.LogEntry, now time.Time) []delivery {
	made := make([]delivery, len(entries))
	for i, entry := range entries {
		made[i] = newDelivery(r.EndpointID, arrivedEvent{
			name: entry.Name, id: entry.ID, key: entry.Key, subject: entry.Subject, seq: entry.Seq, occurredAt: entry.OccurredAt,
		}, now)
		made[i].ReplayID = &r.ID
	}
	return made
}

// advance moves the replay on by what was queued. Fewer events than wanted are the last.
func (r *replay) advance(entries []eventbus.LogEntry, wanted int, now time.Time) {
	r.Queued, r.UpdatedAt = r.Queued+len(entries), now
	if len(entries) > 0 {
		r.LastSeq = entries[len(entries)-1].Seq
	}
	if len(entries) < wanted {
		r.end(replayDone, now)
	}
}
