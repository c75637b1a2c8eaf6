package mailer

import (
	"encoding/json"
	"time"

	"orderd/modules/mailer/events"
	"orderd/platform/background"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/platform/states"
)

// emailStatus is the state of an email.
type emailStatus string

const (
	emailQueued emailStatus = "queued" // due now or later, or being sent
	emailSent   emailStatus = "sent"   // the mail server accepted it
	emailFailed emailStatus = "failed" // rejected for good, or not accepted within retryPeriod
)

// Values are all of them.
func (emailStatus) Values() []string { return convert.Strings(emailQueued, emailSent, emailFailed) }

// SchemaName is the name in the OpenAPI document.
func (emailStatus) SchemaName() string { return "MailStatus" }

// emailStates are the changes between them. See saveClaimed and saveEmail.
var emailStates = states.New("mailer_letters.status",
	states.Change[emailStatus]{From: "", To: emailQueued, Cause: "an event has an email"},
	states.Change[emailStatus]{From: emailQueued, To: emailQueued, Cause: "not accepted, tried again later"},
	states.Change[emailStatus]{From: emailQueued, To: emailSent, Cause: "the server accepted it"},
	states.Change[emailStatus]{From: emailQueued, To: emailFailed, Cause: "refused for good, or expired after 48 h"},
	states.Change[emailStatus]{From: emailFailed, To: emailQueued, Cause: "an admin sends it again"},
	states.Change[emailStatus]{From: emailSent, To: emailQueued, Cause: "an admin sends it again"},
)

const (
	// retryPeriod is how long the delivery of an email is tried.
	retryPeriod = 48 * time.Hour
	// lease is how long a claim lasts unless it is extended: what a process that is killed had
	// claimed is sent when it ends.
	lease = 15 * time.Second
)

// retryPauses are the pauses after the first, second, … failed attempt; the last one repeats.
var retryPauses = background.Pauses{
	2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 3 * time.Minute, 5 * time.Minute,
}

// email is a row of the queue. It stores the values of its template, not its text.
type email struct {
	ID          string `gorm:"primaryKey"`
	EventID     string // its own id where no event has caused it
	RequestID   string
	Kind        events.MailKind
	Locale      string
	SubjectID   *string // the user, or pseudonym.Key.OfEmail while there is no account
	AboutID     *string // the order, application or account that it is about; nil once erased
	AddressID   *string // pseudonym.Key.OfEmail of the recipient
	Recipient   string  // "" once erased
	Data        string  // the templateData as JSON
	ChallengeID *string
	Purpose     *onetimecode.Purpose
	MessageID   string
	Status      emailStatus
	Attempts    int
	LastError   *string
	DueAt       time.Time // when it may be sent; while it is claimed, when the claim ends
	ExpiresAt   time.Time `gorm:"column:give_up_at"`
	Claim       *string   // the id of the claim; the outcome of an attempt is saved only under it
	CreatedAt   time.Time
	SentAt      *time.Time
	Trace       string // the traceparent of the span that sending it belongs to, or ""
}

func (email) TableName() string { return "mailer_letters" }

// origin is what an email has from its event, its recipient and the sender.
type origin struct {
	eventID, requestID string
	addressID          string // pseudonym.Key.OfEmail of the recipient
	domain             string // the right side of its Message-ID
}

// newEmail makes a queued email of the draft, due now.
func newEmail(d draft, o origin, now time.Time) (email, error) {
	data, err := json.Marshal(d.Data)
	if err != nil {
		return email{}, err
	}
	e := email{
		ID: id.New(), EventID: o.eventID, RequestID: o.requestID, Kind: d.Kind, Locale: "en",
		SubjectID: &d.SubjectID, AddressID: &o.addressID, Recipient: d.To, Data: string(data),
		Status: emailQueued, DueAt: now, ExpiresAt: now.Add(retryPeriod), CreatedAt: now,
	}
	e.MessageID = e.ID + "@" + o.domain
	if d.AboutID != "" {
		e.AboutID = &d.AboutID
	}
	if d.Locale == "de" {
		e.Locale = d.Locale
	}
	if d.ChallengeID != "" {
		e.ChallengeID, e.Purpose = &d.ChallengeID, &d.Purpose
	}
	return e, nil
}

// markSent records that the mail server accepted the email.
func (e *email) markSent(now time.Time) {
	e.Status, e.SentAt, e.LastError = emailSent, &now, nil
}

// markAttemptFailed records an attempt that failed. The email fails for good if the rejection is
// permanent or the email has expired; otherwise it stays queued until its next attempt.
func (e *email) markAttemptFailed(reason string, permanent bool, now time.Time) {
	e.LastError = &reason
	if permanent || !now.Before(e.ExpiresAt) {
		e.Status = emailFailed
		return
	}
	e.DueAt = now.Add(retryPauses.After(e.Attempts))
}

// retry makes the email due now, whatever its status, and lets it be tried for another 48 hours.
// An attempt under way goes on. It returns InvalidTransition for an erased email.
func (e *email) retry(now time.Time) error {
	if e.Recipient == "" {
		return fault.New(fault.InvalidTransition, "The mail was erased with its recipient's account.")
	}
	e.ExpiresAt = now.Add(retryPeriod)
	if e.Status == emailQueued && e.Claim != nil && now.Before(e.DueAt) {
		return nil
	}
	e.Status, e.DueAt, e.Claim, e.Attempts, e.LastError, e.SentAt = emailQueued, now, nil, 0, nil, nil
	return nil
}

// erase blanks everything personal in the email. The request's id is the client's choice, and may
// name the person.
func (e *email) erase() {
	e.Recipient, e.AddressID, e.SubjectID, e.Data, e.LastError, e.RequestID, e.AboutID = "", nil, nil, "{}", nil, "", nil
}
