package eventbustest

import (
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// Carry imports the events that one database has published after a sequence number into another
// one, as the carrier between sites does, and returns the last one's number. Both are PostgreSQL.
func Carry(t testing.TB, from, to *gorm.DB, after int64) (last int64) {
	t.Helper()
	var rows []struct {
		eventbus.ForeignEvent `gorm:"embedded"`
		Seq                   int64
	}
	err := from.WithContext(t.Context()).Raw(`SELECT seq, id, name, key, coalesce(subject, '') AS subject, payload,
		personal, occurred_at, request_id,
		coalesce(causation::text, '') AS causation, actor, coalesce(trace, '') AS trace, 'elsewhere' AS source
		FROM events WHERE seq > ? ORDER BY seq`, after).Scan(&rows).Error
	if err != nil {
		t.Fatal(err)
	}
	last = after
	var events []eventbus.ForeignEvent
	for _, r := range rows {
		events, last = append(events, r.ForeignEvent), r.Seq
	}
	err = database.InTx(t.Context(), to, func(tx *gorm.DB) error { return eventbus.Import(tx, events) })
	if err != nil {
		t.Fatal(err)
	}
	return last
}
