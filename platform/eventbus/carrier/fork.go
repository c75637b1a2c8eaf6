package carrier

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// ErrSameSource is the error of Fork for a copy that has still the name of its original.
var ErrSameSource = errors.New("the copy has still the name of the database that it was copied from (events.source)")

// forkBatchSize is how many sequence numbers one statement of Fork looks at.
const forkBatchSize = 5000

// Fork makes a site of its own, with the name source, of a copy of a site's database. It imports
// from the original what follows the copy, and knows those events that the copy has already by
// their ids. It returns the name of the original. No process may run on the copy before.
func Fork(ctx context.Context, db *gorm.DB, source string) (from string, err error) {
	var row carrierRow
	found := db.WithContext(ctx).Raw(`SELECT source FROM event_carrier`).Scan(&row)
	switch {
	case found.Error != nil:
		return "", fmt.Errorf("carrier: fork: %w", found.Error)
	case found.RowsAffected == 0:
		return "", ErrNothingSent
	case row.Source == source:
		return "", ErrSameSource
	}
	if err := nameSource(ctx, db, row.Source); err != nil {
		return "", fmt.Errorf("carrier: fork: %w", err)
	}
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		for _, statement := range []string{
			`INSERT INTO event_sources (source, database_id, ordinal, renewed, incomplete)
				SELECT source, database_id::text, assigned, TRUE, FALSE FROM event_carrier`,
			`UPDATE event_sources SET stream_seq = 0, holder = '', lease = 'epoch'`,
			`DELETE FROM deliveries WHERE consumer = '` + Consumer + `'`,
			`TRUNCATE event_sent`,
			`DELETE FROM event_carrier`,
		} {
			if err := tx.Exec(statement).Error; err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("carrier: fork: %w", err)
	}
	return row.Source, nil
}

// nameSource writes the name of the original to its events in the copy.
func nameSource(ctx context.Context, db *gorm.DB, source string) error {
	var log struct{ First, Last int64 }
	if err := db.WithContext(ctx).Raw(`SELECT coalesce(min(seq), 0) AS first, coalesce(max(seq), -1) AS last FROM events`).
		Scan(&log).Error; err != nil {
		return err
	}
	for from := log.First; from <= log.Last; from += forkBatchSize {
		named := db.WithContext(ctx).Exec(`UPDATE events SET source = ? WHERE source = '' AND seq >= ? AND seq < ?`, source,
			from, from+forkBatchSize)
		if named.Error != nil {
			return named.Error
		}
	}
	return nil
}
