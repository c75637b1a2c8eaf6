package mailer

import (
	"encoding/json"
	"time"

	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
)

// The states of a letter.
const (
	queued = "queued"
	sent   = "sent"
	failed = "failed"
)

const (
	// persistence is how long a letter is tried.
	persistence = 48 * time.Hour
	// lease is how long a claimed letter is its worker's own. Its conversation ends before (see timeout).
	lease = 30 * time.Second
)

// pauses are those after the first, second, … failure of a letter; the last one repeats.
var pauses = []time.Duration{2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 3 * time.Minute, 5 * time.Minute}

// letter is a row of the queue.
type letter struct {
	ID          string `gorm:"primaryKey"`
	EventID     string
	RequestID   string
	Kind        string
	Locale      string
	SubjectID   *string // whom it is about: a user, or pseudonym.Key.OfEmail while there is no account
	AddressID   *string // pseudonym.Key.OfEmail of the recipient
	Recipient   string  // "" once erased
	Data        string  // the values as JSON
	ChallengeID *string
	Purpose     *onetimecode.Purpose
	MessageID   string
	Status      string
	Attempts    int
	LastError   *string
	DueAt       time.Time // when it may be tried; while it is claimed, when the claim ends
	GiveUpAt    time.Time
	Claim       *string // whose it is; the record of an outcome is guarded by it
	CreatedAt   time.Time
	SentAt      *time.Time
	Trace       string // the traceparent that its sending hangs below, or ""
}

func (letter) TableName() string { return "mailer_letters" }

// draft is a letter as a handler writes it. Challenge and Purpose belong to a code, if there is one in it.
type draft struct {
	Kind      string
	To        string
	Locale    string
	About     string // a user id, or pseudonym.Key.OfEmail of To
	Challenge string
	Purpose   onetimecode.Purpose
	Values    values
}

// post makes a letter of the draft, due now. addressID is the recipient's pseudonym, domain is the right side of its Message-ID.
func (d draft) post(addressID, eventID, requestID, domain string, now time.Time) (letter, error) {
	data, err := json.Marshal(d.Values)
	if err != nil {
		return letter{}, err
	}
	l := letter{
		ID: id.New(), EventID: eventID, RequestID: requestID, Kind: d.Kind, Locale: "en", SubjectID: &d.About, AddressID: &addressID,
		Recipient: d.To, Data: string(data), Status: queued, DueAt: now, GiveUpAt: now.Add(persistence), CreatedAt: now,
	}
	l.MessageID = l.ID + "@" + domain
	if d.Locale == "de" {
		l.Locale = d.Locale
	}
	if d.Challenge != "" {
		l.ChallengeID, l.Purpose = &d.Challenge, &d.Purpose
	}
	return l, nil
}

// arrive records that the mail server took the letter.
func (l *letter) arrive(now time.Time) {
	l.Status, l.SentAt, l.Claim, l.LastError = sent, &now, nil, nil
}

// bounce records that it did not, and why: for good, or until the next attempt while there is time.
func (l *letter) bounce(reason string, forGood bool, now time.Time) {
	l.LastError, l.Claim = &reason, nil
	if forGood || !now.Before(l.GiveUpAt) {
		l.Status = failed
		return
	}
	l.DueAt = now.Add(pauses[min(max(l.Attempts, 1), len(pauses))-1])
}

// retry gives the letter another 48 hours from now: a failed or sent one goes out again. A conversation that is under way is
// left alone. It returns fault.InvalidTransition for an erased letter.
func (l *letter) retry(now time.Time) error {
	if l.Recipient == "" {
		return fault.New(fault.InvalidTransition, "The letter was erased with its recipient's account.")
	}
	l.GiveUpAt = now.Add(persistence)
	if l.Status == queued && l.Claim != nil && now.Before(l.DueAt) {
		return nil
	}
	l.Status, l.DueAt, l.Claim, l.Attempts, l.LastError, l.SentAt = queued, now, nil, 0, nil, nil
	return nil
}

// erase takes everything personal out of the letter.
func (l *letter) erase() {
	l.Recipient, l.AddressID, l.SubjectID, l.Data, l.LastError = "", nil, nil, "{}", nil
}
