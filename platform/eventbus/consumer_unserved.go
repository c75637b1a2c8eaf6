package eventbus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.uber.org/zap"
	"gorm.io/gorm"
)

// UnservedSubscription is one that the database knows and this binary does not: an older or a newer binary has it, or none any more. Its deliveries wait, and
// with them all that follows in their keys at the consumer. RemoveConsumer ends it.
type UnservedSubscription struct {
	Consumer, Event string
	Waiting         int64 // its deliveries that are not dead, counted up to CountLimit
}

// Command is the command line that ends the subscription.
func (u UnservedSubscription) Command() string {
	return "orderd events remove " + u.Consumer + " --event " + u.Event
}

// UnservedSubscriptions are the subscriptions that this binary does not serve, in the order of their names.
func UnservedSubscriptions(ctx context.Context, db *gorm.DB) ([]UnservedSubscription, error) {
	b := of(db)
	if b == nil {
		return nil, errors.New("eventbus: unserved: no bus on this handle")
	}
	unserved, err := b.unserved(db.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("eventbus: unserved: %w", err)
	}
	return unserved, nil
}

func (b *Bus) unserved(db *gorm.DB) (unserved []UnservedSubscription, err error) {
	rows, err := query(db, `SELECT s.consumer, s.event_name, (SELECT count(*) FROM (SELECT 1 FROM deliveries d
			WHERE d.consumer = s.consumer AND d.name = s.event_name AND d.dead_id IS NULL ORDER BY d.seq LIMIT $1) AS waiting)
		FROM event_subscriptions s WHERE s.consumer || ' ' || s.event_name NOT IN (`+b.served()+`) ORDER BY s.consumer, s.event_name`, CountLimit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var u UnservedSubscription
		if err := rows.Scan(&u.Consumer, &u.Event, &u.Waiting); err != nil {
			return nil, err
		}
		unserved = append(unserved, u)
	}
	return unserved, rows.Err()
}

// served is an SQL list of what this binary serves, each "consumer event".
func (b *Bus) served() string {
	pairs := []string{""}
	for _, name := range slices.Sorted(maps.Keys(b.consumers)) {
		for _, event := range b.consumers[name].events() {
			pairs = append(pairs, name+" "+event)
		}
	}
	return quoted(pairs)
}

// warnOfUnserved logs what this binary does not serve. It removes nothing: another binary that runs beside this one may serve it.
func (b *Bus) warnOfUnserved(ctx context.Context) error {
	unserved, err := b.unserved(b.db.WithContext(ctx))
	if err != nil {
		return err
	}
	for _, u := range unserved {
		b.log.Warn("nothing here handles the events of a subscription; if no other binary does, remove it",
			zap.String("consumer", u.Consumer), zap.String("event", u.Event), zap.Int64("waiting", u.Waiting), zap.String("command", u.Command()))
	}
	return nil
}

// CaughtUp is whether nothing waits that this binary could handle. What failed and is to be tried again counts as waiting; what is dead
// or unserved does not, nor what stands behind it.
func (b *Bus) CaughtUp(ctx context.Context) (bool, error) {
	waiting, err := finds(b.db.WithContext(ctx), `SELECT 1 FROM event_consumers c WHERE c.name IN (`+quoted(slices.Sorted(maps.Keys(b.consumers)))+`) AND EXISTS (
		SELECT 1 FROM deliveries d INDEXED BY deliveries_turn WHERE d.consumer = c.name AND d.turn IS NOT NULL
			AND d.consumer || ' ' || d.name IN (`+b.served()+`) AND d.seq = (SELECT min(o.seq) FROM deliveries o WHERE o.lane = d.lane)) LIMIT 1`)
	if err != nil {
		return false, fmt.Errorf("eventbus: caught up: %w", err)
	}
	return !waiting, nil
}
