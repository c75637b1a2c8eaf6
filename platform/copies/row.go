package copies

import (
	"encoding/json"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// Row is one row of a module's table of copies.
type Row struct {
	Name    string `gorm:"primaryKey"`
	Version int64  // of the original; it only grows
	Value   string // JSON
	Seq     int64  // of the event that it comes from
}

// Original is an event that carries the newest version of a row.
type Original interface {
	eventbus.Event
	// Copied is what a Row has of it.
	Copied() (name string, version int64, value []byte)
}

// Save writes the row of the event into the module's table, unless that has a newer one, and has
// all processes renew their copies after the commit. tx is the consumer's.
func Save[E Original](tx *gorm.DB, table string, m eventbus.Message[E]) error {
	name, version, value := m.Event.Copied()
	return SaveRow(tx, table, Row{Name: name, Version: version, Value: string(value), Seq: m.Seq})
}

// SaveRow is Save of a row that the module has made of an event. Without versions of the original
// its sequence is one.
func SaveRow(tx *gorm.DB, table string, r Row) error {
	if err := database.UpsertNewer(tx.Table(table), &r); err != nil {
		return err
	}
	database.BroadcastAfterCommit(tx, topic, func() []string { return []string{table} })
	return nil
}

// topic is that of the signal that a row has changed. Its payload is the table.
const topic = "copies"

// Rows are all rows of a module's table, by name.
type Rows map[string]Row

// Version is the sum of the versions of all rows. Versions only grow, so it names one state.
func (r Rows) Version() int64 {
	var sum int64
	for _, row := range r {
		sum += row.Version
	}
	return sum
}

// Decode reads the row's value into v. It leaves v alone when there is no such row.
func (r Rows) Decode(name string, v any) error {
	row, found := r[name]
	if !found {
		return nil
	}
	return json.Unmarshal([]byte(row.Value), v)
}
