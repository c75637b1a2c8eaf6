package eventbus

import (
	"context"
	"errors"
	"fmt"

	"go.uber.org/zap"
	"gorm.io/gorm"
)

// UnservedSubscription is a subscription in the database that this binary has no handler for: an
// older or a newer binary has one, or none has. Its deliveries wait, and with them all later
// deliveries of their keys at the consumer. RemoveConsumer ends it.
type UnservedSubscription struct {
	Consumer, Event string
	Waiting         int64 // its deliveries that are not dead, counted up to CountLimit
}

// Command returns the command line that ends the subscription.
func (u UnservedSubscription) Command() string {
	return "orderd events remove " + u.Consumer + " --event " + u.Event
}

// UnservedSubscriptions returns the subscriptions that this binary does not serve, sorted by name.
func UnservedSubscriptions(ctx context.Context, db *gorm.DB) ([]UnservedSubscription, error) {
	b := busOf(db)
	if b == nil {
		return nil, errors.New("eventbus: unserved: no bus on this handle")
	}
	unserved, err := b.unservedSubscriptions(db.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("eventbus: unserved: %w", err)
	}
	return unserved, nil
}

func (b *Bus) unservedSubscriptions(db *gorm.DB) (unserved []UnservedSubscription, err error) {
	rows, err := rawQuery(db, `SELECT s.consumer, s.event_name, (SELECT count(*) FROM (SELECT 1 FROM deliveries d
			WHERE d.consumer = s.consumer AND d.name = s.event_name AND d.dead_id IS NULL ORDER BY d.seq LIMIT $1) AS waiting)
		FROM event_subscriptions s WHERE s.consumer || ' ' || s.event_name NOT IN (`+b.servedList()+`)`+b.outbox.butOutbox()+
		` ORDER BY s.consumer, s.event_name`, CountLimit)
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

// servedList returns the subscriptions of this binary as an SQL list, each "consumer event".
func (b *Bus) servedList() string {
	served := []string{""} // an empty list is not valid SQL
	for _, name := range b.consumerNames() {
		for _, event := range b.consumers[name].events() {
			served = append(served, name+" "+event)
		}
	}
	return sqlList(served)
}

// warnOfUnserved logs the subscriptions that this binary does not serve. It removes none, because
// another binary that runs beside this one may serve them.
func (b *Bus) warnOfUnserved(ctx context.Context) error {
	unserved, err := b.unservedSubscriptions(b.db.WithContext(ctx))
	if err != nil {
		return err
	}
	for _, u := range unserved {
		b.log.Warn("nothing here handles the events of a subscription; if no other binary does, remove it",
			zap.String("consumer", u.Consumer), zap.String("event", u.Event), zap.Int64("waiting", u.Waiting),
			zap.String("command", u.Command()))
	}
	return nil
}

// CaughtUp reports whether no delivery waits that this binary could handle. A failed delivery that
// will be tried again counts as waiting. A dead or unserved one does not, nor one behind it.
func (b *Bus) CaughtUp(ctx context.Context) (bool, error) {
	if len(b.consumers) == 0 {
		return true, nil
	}
	waiting, err := rawExists(b.db.WithContext(ctx), `SELECT 1 FROM event_consumers c WHERE c.name IN (`+
		sqlList(b.consumerNames())+`) AND EXISTS (
		SELECT 1 FROM deliveries d INDEXED BY deliveries_turn WHERE d.consumer = c.name AND d.turn IS NOT NULL
			AND d.consumer || ' ' || d.name IN (`+b.servedList()+`) AND d.seq = (SELECT min(o.seq) FROM deliveries o
				WHERE o.lane = d.lane)) LIMIT 1`)
	if err != nil {
		return false, fmt.Errorf("eventbus: caught up: %w", err)
	}
	return !waiting, nil
}
