package vat

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/module"
)

const (
	// lateAfter is how long after its time a question is late.
	lateAfter = 10 * time.Minute
	// silentAfter is how long an id may be pending without an answer.
	silentAfter = 24 * time.Hour
)

// lateCheck is the check of the questions for `orderd doctor`.
type lateCheck struct {
	clock clock.Clock
}

// check counts the questions that are late, and the ids that got no answer for a day.
func (c *lateCheck) check(ctx context.Context, db *gorm.DB) []module.Finding {
	if db == nil {
		return nil
	}
	late, silent, err := countLateAndSilent(db.WithContext(ctx), c.clock.Now())
	if err != nil {
		return []module.Finding{module.NotChecked("VAT ids", err)}
	}
	var findings []module.Finding
	if late > 0 {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "vat_questions_late", Subject: "VAT ids",
			Found: fmt.Sprintf("%d questions to VIES wait for more than 10 min", late),
			Todo:  "check that the service runs with the module vat",
		})
	}
	if silent > 0 {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "vat_ids_unanswered", Subject: "VAT ids",
			Found: fmt.Sprintf("%d VAT ids have had no answer of VIES for a day", silent),
			Todo:  "check that vat.vies_url can be reached; confirm what was proved elsewhere in the back office",
		})
	}
	if len(findings) == 0 {
		findings = append(findings, module.Finding{
			Level: module.OK, Code: "vat_ids_ok", Subject: "VAT ids", Found: "all have an answer, or had their question lately",
		})
	}
	return findings
}
