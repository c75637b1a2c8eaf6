package eventbus

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// LogEntry is an event as the log keeps it.
type LogEntry struct {
	Seq        int64
	ID         string
	Name       string
	Key        string
	Subject    string          // "" without a subject, and after its erasure
	Payload    json.RawMessage // one object; after an erasure without the personal fields
	OccurredAt time.Time
	RequestID  string
	Causation  string // id of the event whose handler published this one, or ""
	Actor      string
	Source     string // the site that published it, or "": this database
}

// LogFilter selects entries of the log. Zero values do not restrict.
type LogFilter struct {
	Name, Key, RequestID, Actor string
	Names                       []string  // any of these
	Except                      []string  // none of these
	From, To                    time.Time // occurred in [From, To)
	After, Before               int64     // sequence number above this, below this
}

// ListLog returns a page of the log and the total number: ReadLog and CountLog in one.
func ListLog(
	ctx context.Context, db *gorm.DB, f LogFilter, limit, offset int,
) (entries []LogEntry, total int64, err error) {
	if total, err = CountLog(ctx, db, f); err != nil {
		return nil, 0, err
	}
	entries, err = ReadLog(ctx, db, f, limit, offset)
	return entries, total, err
}

// CountLog returns the number of entries that the filter selects, counted up to CountLimit.
func CountLog(ctx context.Context, db *gorm.DB, f LogFilter) (total int64, err error) {
	counted := f.apply(db.WithContext(ctx)).Select("1 AS one").Limit(CountLimit)
	if err := db.WithContext(ctx).Table("(?) AS counted", counted).Count(&total).Error; err != nil {
		return 0, fmt.Errorf("eventbus: count: %w", err)
	}
	return total, nil
}

// ReadLog returns a page of the log, newest first. For the next page, set Before to the sequence
// number of the last entry: that costs the same at any depth, where an offset does not.
func ReadLog(ctx context.Context, db *gorm.DB, f LogFilter, limit, offset int) ([]LogEntry, error) {
	var rows []logRow
	err := f.apply(db.WithContext(ctx)).Select(logColumns).Order("e.seq DESC").Limit(limit).Offset(offset).
		Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("eventbus: read: %w", err)
	}
	var entries []LogEntry
	for _, r := range rows {
		entries = append(entries, r.entry())
	}
	return entries, nil
}

// ReadEntries returns the entries with the sequence numbers, by them, without those that the log
// does not have any more.
func ReadEntries(ctx context.Context, db *gorm.DB, seqs []int64) (map[int64]LogEntry, error) {
	var rows []logRow
	if err := db.WithContext(ctx).Table("events AS e").Select(logColumns).Where("e.seq IN ?", seqs).
		Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("eventbus: read: %w", err)
	}
	entries := map[int64]LogEntry{}
	for _, r := range rows {
		entries[r.Seq] = r.entry()
	}
	return entries, nil
}

func (f LogFilter) apply(db *gorm.DB) *gorm.DB {
	q := db.Table("events AS e")
	for column, value := range map[string]string{"e.name": f.Name, "e.key": f.Key, "e.request_id": f.RequestID,
		"e.actor": f.Actor} {
		if value != "" {
			q = q.Where(column+" = ?", value)
		}
	}
	if len(f.Names) > 0 {
		q = q.Where("e.name IN ?", f.Names)
	}
	if len(f.Except) > 0 {
		q = q.Where("e.name NOT IN ?", f.Except)
	}
	if !f.From.IsZero() {
		q = q.Where("e.occurred_at >= ?", f.From)
	}
	if !f.To.IsZero() {
		q = q.Where("e.occurred_at < ?", f.To)
	}
	if f.After > 0 {
		q = q.Where("e.seq > ?", f.After)
	}
	if f.Before > 0 {
		q = q.Where("e.seq < ?", f.Before)
	}
	return q
}

// logColumns are the columns of a logRow; e is the table events.
const logColumns = "e.seq, e.id, e.name, e.key, e.subject, e.payload, e.personal, e.occurred_at, e.request_id, " +
	"e.causation, e.actor, e.source"

type logRow struct {
	Seq                int64
	ID, Name, Key      string
	Subject, Causation *string
	Payload, Personal  string
	OccurredAt         time.Time
	RequestID, Actor   string
	Source             string
}

func (r logRow) entry() LogEntry {
	return LogEntry{
		Seq: r.Seq, ID: r.ID, Name: r.Name, Key: r.Key, Subject: emptyIfNull(r.Subject),
		Payload: mergeObjects(r.Payload, r.Personal), OccurredAt: r.OccurredAt,
		RequestID: r.RequestID, Causation: emptyIfNull(r.Causation), Actor: r.Actor, Source: r.Source,
	}
}

func emptyIfNull(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
