package carrier

import (
	"context"
	"errors"
	"slices"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// sourceRow is a row of event_sources.
type sourceRow struct {
	DatabaseID string
	Ordinal    int64
	StreamSeq  uint64
	Renewed    bool
}

// takeLease makes this process the importer of the source and reads its cursor. It returns
// errFollowed while another process has the lease.
func (i *importer) takeLease(ctx context.Context) error {
	var row sourceRow
	taken := i.db.WithContext(ctx).Raw(`INSERT INTO event_sources (source, holder, lease)
		VALUES (?, ?, clock_timestamp() + make_interval(secs => ?))
		ON CONFLICT (source) DO UPDATE SET holder = excluded.holder, lease = excluded.lease
		WHERE event_sources.holder = excluded.holder OR event_sources.lease < clock_timestamp()
		RETURNING database_id, ordinal, stream_seq, renewed`,
		i.source, i.me, i.lease.Seconds()).Scan(&row)
	if taken.Error != nil {
		return taken.Error
	}
	if taken.RowsAffected == 0 {
		return errFollowed
	}
	i.cursor = cursor{row.DatabaseID, row.Ordinal, row.StreamSeq, row.Renewed}
	return nil
}

// beat renews the lease and looks at what the source has announced.
func (i *importer) beat(ctx context.Context) error {
	if h := i.newest.Load(); h != nil {
		if err := i.compare(ctx, h); err != nil {
			return err
		}
	}
	renewed := i.db.WithContext(ctx).Exec(`UPDATE event_sources
		SET lease = clock_timestamp() + make_interval(secs => ?) WHERE source = ? AND holder = ?`,
		i.lease.Seconds(), i.source, i.me)
	if renewed.Error == nil && renewed.RowsAffected == 0 {
		return errFollowed
	}
	return renewed.Error
}

// compare looks whether the source has another log than the cursor, or less of it.
func (i *importer) compare(ctx context.Context, h *head) error {
	if h.Earlier && (i.database == "" || h.Database == i.database) {
		if err := i.noteEarlier(ctx); err != nil {
			return err
		}
	}
	switch {
	case i.database == "":
		i.database = h.Database
	case h.Database != i.database:
		return i.renew(ctx, h)
	case h.Assigned < i.ordinal:
		i.request(rewind{Database: i.database, After: i.ordinal, Ahead: true})
	}
	return nil
}

// noteEarlier notes and logs that the events from before the source sent any are missing here,
// unless this database is a copy of the source (Fork).
func (i *importer) noteEarlier(ctx context.Context) error {
	if i.judged {
		return nil
	}
	noted := i.db.WithContext(ctx).Exec(`UPDATE event_sources SET incomplete = TRUE WHERE source = ?
		AND incomplete IS NULL`, i.source)
	if noted.Error != nil {
		return noted.Error
	}
	i.judged = true
	if noted.RowsAffected > 0 {
		i.Log.Error("events of another site from before it shared any are missing here; a copy of its database has them "+
			"(orderd events fork)",
			zap.String("source", i.source))
	}
	return nil
}

// renew goes on with the log that continues the one of the cursor: what both have counts as taken,
// and what this site took beyond it is known by the ids of the events. It returns errFollowed, so
// that this process reads the stream anew.
func (i *importer) renew(ctx context.Context, h *head) error {
	at := slices.IndexFunc(h.History, func(r renewal) bool { return r.Database == i.database })
	if at < 0 {
		return nil
	}
	common := i.ordinal
	for _, r := range h.History[at:] {
		common = min(common, r.Ordinal)
	}
	changed := i.db.WithContext(ctx).Exec(`UPDATE event_sources
		SET database_id = ?, ordinal = ?, stream_seq = 0, renewed = TRUE
		WHERE source = ? AND holder = ? AND database_id = ?`, h.Database, common, i.source, i.me, i.database)
	if changed.Error != nil {
		return changed.Error
	}
	i.Log.Info("a source goes on with another log", zap.String("source", i.source), zap.Int64("after", common))
	i.wake.Send()
	return errFollowed
}

// knows reports whether the log of the head had this id before.
func (h head) knows(database string) bool {
	return slices.ContainsFunc(h.History, func(r renewal) bool { return r.Database == database })
}

// save writes events, deliveries and the cursor in one transaction of two round trips. The cursor
// comes first: its lock lets one importer at a time through, and erasures wait for it (erased).
//
// The COMMIT does not wait for the disk. A crash may undo the last imports as a whole, with their
// cursor, and they are imported again. It undoes none whose events were handled: PostgreSQL writes
// commits in their order, and those of handlers wait for the disk.
func (i *importer) save(ctx context.Context, in intake) error {
	return database.InTx(ctx, i.db, func(tx *gorm.DB) error {
		if err := i.moveCursor(tx, in); err != nil {
			return err
		}
		events := in.events
		if i.renewed {
			var err error
			if events, err = dropKnown(ctx, tx, events); err != nil {
				return err
			}
		}
		return eventbus.Import(tx, events)
	})
}

// moveCursor moves the cursor behind the intake and removes the personal data of erased subjects
// from its events. It returns errFollowed when another process has moved the cursor.
func (i *importer) moveCursor(tx *gorm.DB, in intake) error {
	var moved []string
	reads := []database.Read{{Into: &moved, Query: tx.Raw(`UPDATE event_sources
		SET database_id = ?, ordinal = ?, stream_seq = ?,
			lease = clock_timestamp() + make_interval(secs => ?),
			incomplete = CASE WHEN ? THEN TRUE ELSE incomplete END
		WHERE source = ? AND holder = ? AND ordinal = ? AND database_id IN ('', ?)
		RETURNING set_config('synchronous_commit', 'off', TRUE)`,
		i.database, in.after, in.streamSeq, i.lease.Seconds(), len(in.lacks) > 0, i.source, i.me, in.before, i.database)}}
	var erased []int
	if query := selectErased(tx, in.events); query != nil {
		reads = append(reads, database.Read{Query: query, Into: &erased})
	}
	if err := database.BatchReads(tx, reads...); err != nil {
		return err
	}
	if len(moved) == 0 {
		return errFollowed
	}
	blank(in.events, erased, i.erasedRequests)
	if len(erased) == 0 {
		return nil
	}
	return blankRequests(tx, i.erasedRequests)
}

// dropKnown returns the events that are not in the log. The log has no index of ids, so it looks at
// the events of the same time.
func dropKnown(
	ctx context.Context, tx *gorm.DB, events []eventbus.ForeignEvent,
) (fresh []eventbus.ForeignEvent, err error) {
	if len(events) == 0 {
		return nil, nil
	}
	var ids []string
	first, last := events[0].OccurredAt, events[0].OccurredAt
	for _, e := range events {
		ids = append(ids, e.ID)
		first, last = clock.Earlier(first, e.OccurredAt), clock.Later(last, e.OccurredAt)
	}
	known, err := selectTexts(ctx, tx, `SELECT id::text FROM events WHERE occurred_at BETWEEN $1 AND $2
		AND id = ANY ($3::uuid[])`, first, last, ids)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		if !known[e.ID] {
			fresh = append(fresh, e)
		}
	}
	return fresh, nil
}

// selectTexts returns the texts of a query of one column. It passes arrays, which gorm would
// expand.
func selectTexts(ctx context.Context, tx *gorm.DB, query string, args ...any) (texts map[string]bool, err error) {
	rows, err := tx.Statement.ConnPool.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	texts = map[string]bool{}
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		texts[text] = true
	}
	return texts, rows.Err()
}
