// Package events is what mailer announces: the module's public contract. Fields are only ever added.
package events

import "time"

// LetterSent: the mail server took the letter. ChallengeID is that of the one-time code in it, or "": its time starts now.
type LetterSent struct {
	LetterID    string    `json:"letterId"`
	Kind        string    `json:"kind"`
	ChallengeID string    `json:"challengeId"`
	SentAt      time.Time `json:"sentAt"`
}

func (LetterSent) EventName() string  { return "mailer.letter_sent.v1" }
func (e LetterSent) EventKey() string { return e.LetterID }

// LetterFailed: the letter was refused for good, or could not be delivered within 48 hours. It stays in the queue as failed.
type LetterFailed struct {
	LetterID string `json:"letterId"`
	Kind     string `json:"kind"`
	Attempts int    `json:"attempts"`
}

func (LetterFailed) EventName() string  { return "mailer.letter_failed.v1" }
func (e LetterFailed) EventKey() string { return e.LetterID }

// LetterRetried: an admin sends a letter again.
type LetterRetried struct {
	LetterID string `json:"letterId"`
	Kind     string `json:"kind"`
}

func (LetterRetried) EventName() string  { return "mailer.letter_retried.v1" }
func (e LetterRetried) EventKey() string { return e.LetterID }
