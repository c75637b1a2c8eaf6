package webhooks

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/modules/webhooks/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// batch is what one transaction of a worker does.
type batch struct {
	outcomes []outcome // to be saved
	free     int       // how many deliveries may be claimed
	sending  []string  // ids of those that this process is sending
	far      bool      // look at the whole queue
}

// signedDelivery is a claimed delivery, ready to be sent.
type signedDelivery struct {
	delivery delivery
	probe    bool
	request  signedRequest
	lost     bool // the log has no such event any more, or one that has no body
}

// runBatch saves outcomes under the claims of their attempts, takes them over into the endpoint's
// health, and claims what is next. It may run more than once. It returns fault.NotFound when the
// endpoint was deleted.
func (d *deliverer) runBatch(ctx context.Context, tx *gorm.DB, b batch, endpointID string) ([]signedDelivery, error) {
	e, err := lockEndpoint(tx, endpointID)
	if err != nil {
		return nil, err
	}
	now := d.Clock.Now()
	happened, err := recordOutcomes(tx, &e, b.outcomes, now)
	if err != nil {
		return nil, err
	}
	claimed, probe, err := claimNext(tx, &e, b, now)
	if err != nil {
		return nil, err
	}
	if len(b.outcomes) > 0 || probe {
		if err := tx.Save(&e).Error; err != nil {
			return nil, err
		}
	}
	if len(b.outcomes) > 0 && e.changesQueue() {
		database.AfterCommit(tx, d.queues.Send)
	}
	if err := eventbus.Publish(eventbus.WithActor(ctx, eventbus.ActorSystem), tx, happened...); err != nil {
		return nil, err
	}
	return d.sign(ctx, tx, e, claimed, probe, now)
}

// recordOutcomes saves outcomes and changes the endpoint. It returns the events about it.
func recordOutcomes(
	tx *gorm.DB, e *endpoint, outcomes []outcome, now time.Time,
) (happened []eventbus.Event, err error) {
	if len(outcomes) == 0 {
		return nil, nil
	}
	wasEnabled, recovered := e.Enabled, false
	saved := slices.Clone(outcomes)
	for i, o := range saved {
		recovered = e.record(o.result, o.probe, now) || recovered
		saved[i].delivery.record(o.result, o.probe, now)
	}
	if err := saveOutcomes(tx, saved); err != nil {
		return nil, err
	}
	if recovered && e.Enabled {
		if err := e.expediteQueue(tx, now); err != nil {
			return nil, err
		}
	}
	if e.Enabled && e.FailingSince != nil {
		happened = e.age(now)
	}
	if wasEnabled && !e.Enabled {
		e.Version++ // who edits it sees that it was disabled
		happened = append(happened, e.disabledEvent())
		if *e.DisabledReason == events.DisabledByGone {
			_, err := cancelQueued(tx, *e, queueBatch, now)
			return happened, err
		}
	}
	return happened, nil
}

// age does what follows from the time for which a failing endpoint has failed.
func (e *endpoint) age(now time.Time) []eventbus.Event {
	switch failing := now.Sub(*e.FailingSince); {
	case failing >= giveUpAfter:
		e.disable(events.DisabledByFailures, now)
	case failing >= noticeAfter && e.NoticedAt == nil:
		e.NoticedAt = &now
		return []eventbus.Event{events.EndpointFailing{EndpointID: e.ID, Host: hostOf(e.URL), Since: *e.FailingSince}}
	}
	return nil
}

// claimNext claims what may be sent to the endpoint now: one probe while it is failing.
func claimNext(tx *gorm.DB, e *endpoint, b batch, now time.Time) (claimed []delivery, probe bool, err error) {
	switch {
	case !e.Enabled || b.free <= 0:
		return nil, false, nil
	case e.FailingSince == nil:
		if claimed, err = claimDue(tx, e.ID, true, b.free, b.sending, now); err != nil || len(claimed) == b.free || !b.far {
			return claimed, false, err
		}
		more, err := claimDue(tx, e.ID, false, b.free-len(claimed), b.sending, now)
		return append(claimed, more...), false, err
	case now.Before(*e.NextProbeAt) || len(b.sending) > 0:
		return nil, false, nil
	}
	if claimed, err = claimProbe(tx, *e, now); err != nil || len(claimed) == 0 {
		return nil, false, err
	}
	next := now.Add(lease)
	e.ProbedKey, e.NextProbeAt = claimed[0].Key, &next
	return claimed, true, nil
}

// sign makes the requests of claimed deliveries of the log.
func (d *deliverer) sign(
	ctx context.Context, tx *gorm.DB, e endpoint, claimed []delivery, probe bool, now time.Time,
) ([]signedDelivery, error) {
	if len(claimed) == 0 {
		return nil, nil
	}
	var seqs []int64
	for _, c := range claimed {
		seqs = append(seqs, c.Seq)
	}
	entries, err := eventbus.ReadEntries(ctx, tx, seqs)
	if err != nil {
		return nil, err
	}
	keys, work := e.keys(d.Config.Secret, now), make([]signedDelivery, len(claimed))
	for i, c := range claimed {
		work[i] = signedDelivery{delivery: c, probe: probe}
		entry, there := entries[c.Seq]
		if work[i].lost = !there || entry.ID != c.EventID; work[i].lost {
			continue
		}
		text, err := bodyText(entry, e.PersonalData)
		if err != nil { // this one fails: the other keys must not wait for it
			d.Log.Error("an event can't be sent to webhooks", zap.String("event", c.EventID), zap.Error(err))
			work[i].lost = true
			continue
		}
		work[i].request = newRequest(e.URL, c.EventID, text, keys, now)
		work[i].request.blank = !e.PersonalData
	}
	return work, nil
}

// bodyText is the text of an event as it is sent.
func bodyText(entry eventbus.LogEntry, personal bool) ([]byte, error) {
	b, err := publicEvents.body(entry, personal)
	if err != nil {
		return nil, err
	}
	return json.Marshal(b)
}
