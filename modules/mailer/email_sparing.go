package mailer

import (
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
)

// Whoever knows an email can order with it as a guest, from as many networks as they like. The
// orders are made (another's orders must not keep the owner of the address from buying), but of
// each kind of email about them an address gets no more than sparingMost in sparingPeriod. The last
// of those says so. Batches that are enqueued at once may exceed it by a few.
const (
	sparingMost   = 3
	sparingPeriod = 3 * time.Hour
)

// sparingKey is by what the emails are counted.
type sparingKey struct {
	SubjectID string
	Kind      events.MailKind
}

// withoutExcess returns the drafts without those of which their address has had enough. It marks
// the last one that an address gets.
func withoutExcess(tx *gorm.DB, drafts []causedDraft, now time.Time) (kept []causedDraft, err error) {
	recent, err := countSparing(tx, drafts, now.Add(-sparingPeriod))
	if err != nil {
		return nil, err
	}
	for _, d := range drafts {
		if d.Sparing {
			key := sparingKey{d.SubjectID, d.Kind}
			if recent[key]++; recent[key] > sparingMost {
				continue
			}
			d.Data.LastOfMany = recent[key] == sparingMost
		}
		kept = append(kept, d)
	}
	return kept, nil
}

// countSparing counts the emails since a time by which the sparing drafts are limited. It asks the
// database only when there are such drafts.
func countSparing(tx *gorm.DB, drafts []causedDraft, since time.Time) (map[sparingKey]int, error) {
	var subjects []string
	for _, d := range drafts {
		if d.Sparing {
			subjects = append(subjects, d.SubjectID)
		}
	}
	if len(subjects) == 0 {
		return map[sparingKey]int{}, nil
	}
	return countEmailsOf(tx, subjects, since)
}
