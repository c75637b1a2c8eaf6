package carrier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

// ErrNothingSent is the error of RenewSource for a database that has never sent.
var ErrNothingSent = errors.New("this database has never sent events to other sites")

// RenewSource gives the log of a database a new id, after the database was restored from a backup:
// its ordinals go on from where the backup was, and importers know by the new id that they stand
// for other events than those that were sent before. It returns the last ordinal that both have.
// No process may run on the database meanwhile that has been sending from it since the restore;
// those that were refused may.
func RenewSource(ctx context.Context, db *gorm.DB) (common int64, err error) {
	err = database.InTx(ctx, db, func(tx *gorm.DB) error {
		var row carrierRow
		found := tx.Raw(`SELECT source, database_id, history, refused, assigned, acked, round FROM event_carrier FOR UPDATE`).
			Scan(&row)
		if found.Error != nil {
			return found.Error
		}
		if found.RowsAffected == 0 {
			return ErrNothingSent
		}
		p, err := row.progress()
		if err != nil {
			return err
		}
		history, err := json.Marshal(append(p.history, renewal{p.database, p.assigned}))
		if err != nil {
			return err
		}
		common = p.assigned
		return tx.Exec(`UPDATE event_carrier SET database_id = ?, history = ?, refused = '', round = round + 1, holder = '',
			lease = 'epoch'`,
			id.New(), string(history)).Error
	})
	if err != nil {
		return 0, fmt.Errorf("carrier: renew the source: %w", err)
	}
	return common, nil
}
