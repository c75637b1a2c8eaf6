package notifications

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/notifications/events"
	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

const (
	// digestPause is the least time between two mails of notices to a user: the first is sent at
	// once, the next has all that came since.
	digestPause = 5 * time.Minute
	// digestLines are the most notices that a mail names. It counts the others.
	digestLines = 50
)

// mailLine is a notice that waits for the next mail to its user.
type mailLine struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	EventID   string
	Kind      kind
	Title     string
	Body      string
	CreatedAt time.Time
}

func (mailLine) TableName() string { return "notifications_mail_lines" }

// digest is when the next mail of notices to a user is due at the earliest.
type digest struct {
	UserID string `gorm:"primaryKey"`
	NextAt time.Time
}

func (digest) TableName() string { return "notifications_digests" }

// queueMails queues the notices of those who want them as mail, and wakes the job that sends them.
func (n *notifier) queueMails(tx *gorm.DB, drafts []addressedDraft, locales map[string]string) error {
	var lines []mailLine
	for _, d := range drafts {
		if !d.mail {
			continue
		}
		t, err := d.draft.text(n.localeOf(d, locales))
		if err != nil {
			return err
		}
		lines = append(lines, mailLine{
			ID: id.New(), UserID: d.userID, EventID: d.eventID, Kind: d.draft.kind, Title: t.Title, Body: t.Body,
			CreatedAt: n.clock.Now(),
		})
	}
	if len(lines) == 0 {
		return nil
	}
	database.AfterCommit(tx, n.mailQueued.Send)
	return insertMailLines(tx, lines)
}

// digester publishes the mails of notices that are due.
type digester struct {
	db     *gorm.DB
	clock  clock.Clock
	queued background.Signal
}

// job publishes at once what was queued in this process, and every 5 s what other replicas have
// queued and what has waited for the pause.
func (d *digester) job() background.Job {
	return background.Job{Name: "publish the mails of notices", Every: 5 * time.Second, Wake: d.queued, Do: d.publishDue}
}

// publishDue publishes the notices that wait for users whose next mail is due. A mail is claimed as
// of when it was found due: who was slower than another replica must not claim the next one too.
func (d *digester) publishDue(ctx context.Context) error {
	found := d.clock.Now()
	due, err := dueDigests(d.db.WithContext(ctx), found)
	if err != nil {
		return err
	}
	var failures error
	for _, userID := range due {
		err := database.InTx(ctx, d.db, func(tx *gorm.DB) error {
			return publishDigest(eventbus.WithActor(ctx, eventbus.ActorSystem), tx, userID, found, d.clock.Now())
		})
		failures = errors.Join(failures, err)
	}
	return failures
}

// publishDigest publishes all notices that wait for a user, once: the mail is identity's to address
// and the mailer's to send. found is when it was found due.
func publishDigest(ctx context.Context, tx *gorm.DB, userID string, found, now time.Time) error {
	if claimed, err := claimDigest(tx, userID, found, now.Add(digestPause)); err != nil || !claimed {
		return err
	}
	lines, err := takeMailLines(tx, userID)
	if err != nil || len(lines) == 0 {
		return err
	}
	e := events.NoticesDue{UserID: userID, More: max(0, len(lines)-digestLines)}
	for _, l := range lines[:len(lines)-e.More] {
		e.Notices = append(e.Notices, events.Notice{Kind: string(l.Kind), Title: l.Title, Body: l.Body})
	}
	return eventbus.Publish(ctx, tx, e)
}
