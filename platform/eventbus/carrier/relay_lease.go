package carrier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// carrierRow is the row of event_carrier.
type carrierRow struct {
	Source, DatabaseID, History, Refused string
	Assigned, Acked, Round               int64
	Earlier                              bool
}

func (row carrierRow) progress() (p progress, err error) {
	p = progress{
		database: row.DatabaseID, assigned: row.Assigned, acked: row.Acked, round: row.Round, earlier: row.Earlier,
	}
	err = json.Unmarshal([]byte(row.History), &p.history)
	return p, err
}

// insertCarrier inserts the row of event_carrier unless it is there. It looks whether the log has,
// or had, an event of this database before the first one that is queued.
const insertCarrier = `INSERT INTO event_carrier (source, database_id, earlier)
	SELECT ?, ?, coalesce((SELECT seq FROM events WHERE source = '' ORDER BY seq LIMIT 1)
			< coalesce((SELECT min(seq) FROM deliveries WHERE consumer = '` + Consumer + `'), 9223372036854775807), FALSE)
		OR (SELECT trimmed_to > 0 FROM event_log)
	ON CONFLICT (one) DO NOTHING`

// takeLease makes this process the relay and reads how far the last one came. It returns
// errFollowed while another process has the lease.
func (r *relay) takeLease(ctx context.Context) error {
	var row carrierRow
	err := database.InTx(ctx, r.db, func(tx *gorm.DB) error {
		made := tx.Exec(insertCarrier, r.Source, id.New())
		if made.Error != nil {
			return made.Error
		}
		taken := tx.Raw(`UPDATE event_carrier SET holder = ?, lease = clock_timestamp() + make_interval(secs => ?),
			round = round + 1
			WHERE holder = ? OR lease < clock_timestamp()
			RETURNING source, database_id, history, refused, assigned, acked, round, earlier`,
			r.me, r.lease.Seconds(), r.me).Scan(&row)
		if taken.Error == nil && taken.RowsAffected == 0 {
			return errFollowed
		}
		return taken.Error
	})
	if err != nil {
		return err
	}
	switch {
	case row.Source != r.Source:
		return fmt.Errorf("%w: it sends as %q, and events.source is %q, which never changes", errRefused, row.Source,
			r.Source)
	case row.Refused != "":
		return fmt.Errorf("%w: %s", errRefused, row.Refused)
	}
	if r.progress, err = row.progress(); err != nil {
		return fmt.Errorf("carrier: event_carrier.history: %w", err)
	}
	r.lowest = r.acked
	return nil
}

const renewHint = "if it was restored from a backup, run `orderd events renew-source`; if it is a copy, give it a " +
	"name of its own (events.source)"

// hearingPulses is how long a relay listens that finds nothing of its source at the servers.
const hearingPulses = 3

// checkStream compares this database with what the servers have of its source, before it sends:
// the last head and the last event. When they have nothing, though this database has sent, it waits
// for importers that have more.
func (r *relay) checkStream(ctx context.Context, pulse <-chan time.Time) error {
	heads, err := r.ensureHeads(ctx)
	if err != nil {
		return fmt.Errorf("carrier: the stream of heads: %w", err)
	}
	stream, err := r.ensureStream(ctx)
	if err != nil {
		return fmt.Errorf("carrier: the stream: %w", err)
	}
	found := false
	last, err := heads.GetLastMsgForSubject(ctx, headPrefix+r.Source)
	if err == nil {
		var h head
		found = json.Unmarshal(last.Data, &h) == nil && h.Database != ""
		err = r.compare(h.Database, h.Assigned)
	}
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err
	}
	last, err = stream.GetLastMsgForSubject(ctx, subjectPrefix+r.Source+".>")
	if err == nil {
		w, _ := readEnvelope(last.Data) // a stranger's has no database
		found = found || w.Database != ""
		err = r.compare(w.Database, w.Ordinal)
	}
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err
	}
	r.announce()
	if found || r.assigned == 0 {
		return nil
	}
	return r.hearImporters(ctx, pulse)
}

// compare returns an error when another database has sent under the name of this source, or this
// one has sent more than it knows of.
func (r *relay) compare(database string, ordinal int64) error {
	switch {
	case database == r.database && ordinal > r.assigned:
		return fmt.Errorf("%w: event %d of %q was sent, and it gave out %d only; %s", errRefused, ordinal, r.Source,
			r.assigned, renewHint)
	case database != "" && database != r.database && !r.knows(database):
		return fmt.Errorf("%w: another one sends as %q; %s", errRefused, r.Source, renewHint)
	}
	return nil
}

// hearImporters listens for some pulses to importers that have more than this database.
func (r *relay) hearImporters(ctx context.Context, pulse <-chan time.Time) error {
	for range hearingPulses {
		if err := r.listen(ctx, pulse, false); err != nil {
			return err
		}
	}
	return nil
}

// knows reports whether the log had this id before it was renewed.
func (p progress) knows(database string) bool {
	for _, earlier := range p.history {
		if earlier.Database == database {
			return true
		}
	}
	return false
}

// checkAhead refuses to send when an importer has more than this database has given out. It asks
// the database, because this process may have been away and lost its lease meanwhile.
func (r *relay) checkAhead(ctx context.Context, req rewind) error {
	why := fmt.Sprintf("a site has event %d of %q, and it gave out less; %s", req.After, r.Source, renewHint)
	refused := r.db.WithContext(ctx).Exec(`UPDATE event_carrier SET refused = ? WHERE database_id = ? AND assigned < ?`,
		why, req.Database, req.After)
	if refused.Error != nil || refused.RowsAffected == 0 {
		return refused.Error
	}
	return fmt.Errorf("%w: %s", errRefused, why)
}
