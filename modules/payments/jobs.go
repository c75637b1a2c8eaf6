package payments

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
)

// jobs are the periodic jobs, without those of the card provider.
func (d Deps) jobs() []background.Job {
	return []background.Job{
		{Name: "erase the payers of old entries", Every: time.Hour, Do: d.erasePayers},
		entryIndex.Job(d.DB, d.Clock),
	}
}

// keepPayers is how long the payer and the text of an entry are kept after its end.
const keepPayers = 90 * 24 * time.Hour

// erasePayers removes what is personal from the entries that ended long ago, in batches.
func (d Deps) erasePayers(ctx context.Context) error {
	const batch = 200
	before := d.Clock.Now().Add(-keepPayers)
	return background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
		entries, err := entriesEndedBefore(tx, before, batch)
		if err != nil {
			return false, err
		}
		return len(entries) == batch, eraseEntries(tx, entries)
	})
}
