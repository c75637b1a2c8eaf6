package invoices

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
)

// lateAfter is how long after its document a file is late.
const lateAfter = 10 * time.Minute

// fileCheck is the check of the files for `orderd doctor`.
type fileCheck struct{ clock clock.Clock }

// check counts the documents whose files are late.
func (c *fileCheck) check(ctx context.Context, db *gorm.DB) []module.Finding {
	if db == nil {
		return nil
	}
	const subject = "files of documents"
	late, err := unmadeFiles(db.WithContext(ctx), time.Unix(0, 0).UTC(), c.clock.Now().Add(-lateAfter))
	switch {
	case err != nil:
		return []module.Finding{module.NotChecked(subject, err)}
	case late > 0:
		return []module.Finding{{
			Level: module.Warning, Code: "invoice_files_late", Subject: subject,
			Found: fmt.Sprintf("%d invoices, corrections or cancellations have no files after 10 min", late),
			Todo:  "check that the service runs; its log says why a file could not be made",
		}}
	}
	return []module.Finding{{
		Level: module.OK, Code: "invoice_files_ok", Subject: subject, Found: "none is late",
	}}
}
