package carrier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
	"gorm.io/gorm"
)

// sendNext assigns ordinals to queued events and sends the next batch. It reports whether more is
// waiting to be sent.
func (r *relay) sendNext(ctx context.Context) (more bool, err error) {
	batch, err := r.assign(ctx)
	if err != nil || len(batch) == 0 {
		return false, err
	}
	acked, err := r.send(ctx, batch)
	if err != nil {
		r.goBack(acked) // what follows was perhaps stored, in another order
		return false, fmt.Errorf("carrier: send: %w", err)
	}
	r.acked = acked
	return len(batch) == maxBatch || r.assigned > r.acked, nil
}

// assign renews the lease, saves how far the stream has acknowledged, gives ordinals to queued
// events and returns what follows in the order of ordinals: all of this in one statement.
func (r *relay) assign(ctx context.Context) (batch []sentEvent, err error) {
	rows, err := r.db.WithContext(ctx).Statement.ConnPool.QueryContext(ctx, `SELECT *
		FROM carrier_assign($1, $2, $3, $4, $5, $6)`,
		r.me, r.acked, r.round, r.lease.Seconds(), maxUnsent, maxBatch)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	leads := false
	for rows.Next() {
		e, hasOrdinal, err := r.scan(rows)
		if err != nil {
			return nil, err
		}
		leads = true
		if hasOrdinal {
			batch = append(batch, e)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if !leads {
		return nil, errFollowed
	}
	return batch, nil
}

func (r *relay) scan(rows *sql.Rows) (e sentEvent, hasOrdinal bool, err error) {
	var ordinal sql.NullInt64
	var occurred sql.NullTime
	err = rows.Scan(&r.assigned, &ordinal, &e.ID, &e.Name, &e.Key, &e.Subject, &e.Payload, &e.Personal, &occurred,
		&e.RequestID, &e.Causation, &e.Actor, &e.Trace)
	e.ordinal, e.OccurredAt = ordinal.Int64, occurred.Time.UTC()
	return e, ordinal.Valid, err
}

// send sends a batch and waits for the acknowledgements. It returns the last ordinal that the
// stream has, with all before it.
func (r *relay) send(ctx context.Context, batch []sentEvent) (acked int64, err error) {
	acked = r.acked
	envelopes, err := r.wrapAll(batch)
	if err != nil {
		return acked, err
	}
	futures := make([]jetstream.PubAckFuture, 0, len(envelopes))
	var failed error
	for _, w := range envelopes {
		future, err := r.publish(w)
		if err != nil {
			failed = err
			break
		}
		futures = append(futures, future)
	}
	for i, future := range futures {
		select {
		case <-future.Ok():
			acked = envelopes[i].Ordinal
		case err := <-future.Err():
			return acked, err
		case <-ctx.Done():
			return acked, ctx.Err()
		}
	}
	return acked, failed
}

func (r *relay) publish(w envelope) (jetstream.PubAckFuture, error) {
	m, err := w.message(r.round)
	if err != nil {
		return nil, err
	}
	// A retry of the client would come behind the messages after it.
	return r.stream.PublishMsgAsync(m, jetstream.WithRetryAttempts(0), jetstream.WithExpectStream(streamName))
}

// wrapAll makes the envelopes of a batch. Ordinals whose events were trimmed from the log become
// one envelope.
func (r *relay) wrapAll(batch []sentEvent) (all []envelope, err error) {
	next := r.acked + 1
	for _, e := range batch {
		if e.ID == "" {
			continue
		}
		if e.ordinal > next {
			all = append(all, r.trimmed(next, e.ordinal-1))
		}
		w, err := r.sealer.wrap(r.Source, r.database, e)
		if err != nil {
			return nil, err
		}
		all, next = append(all, w), e.ordinal+1
	}
	if last := batch[len(batch)-1].ordinal; next <= last {
		all = append(all, r.trimmed(next, last))
	}
	return all, nil
}

// trimmed makes an envelope that stands for events that are not in the log any more.
func (r *relay) trimmed(from, to int64) envelope {
	return envelope{
		SpecVersion: specVersion, ID: fmt.Sprintf("%s/%d-%d", r.database, from, to), Source: r.Source, Type: trimmedType,
		Database: r.database, Ordinal: to, TrimmedFrom: from,
	}
}

// unsentSeqs returns the events that have an ordinal and are not known to be in the stream.
func unsentSeqs(tx *gorm.DB, from, to int64) (seqs []int64, err error) {
	err = tx.Raw(`SELECT seq FROM event_sent WHERE ordinal > (SELECT acked FROM event_carrier) AND seq BETWEEN ? AND ?`,
		from, to).Scan(&seqs).Error
	return seqs, err
}
