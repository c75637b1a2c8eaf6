package events

import "time"

// EmailChangeRequested: the owner of an account wants another address. The mailer derives the code
// from ChallengeID and mails it to Email, which is not proved yet.
type EmailChangeRequested struct {
	UserID      string `json:"userId"`
	ChangeID    string `json:"changeId"`
	ChallengeID string `json:"challengeId"`
	AddressID   string `json:"addressId"` // pseudonym.Key.OfEmail of Email
	Locale      string `json:"locale"`
	Email       string `json:"email" pii:"true"`
}

func (EmailChangeRequested) EventName() string      { return "identity.email_change_requested.v1" }
func (e EmailChangeRequested) EventKey() string     { return e.UserID }
func (e EmailChangeRequested) EventSubject() string { return e.UserID }

// EmailChanged: the account has another address, which its owner has proved.
type EmailChanged struct {
	UserID      string    `json:"userId"`
	ChangeID    string    `json:"changeId"`
	Undone      bool      `json:"undone"` // the former address of the change is back
	Locale      string    `json:"locale"`
	ChangedAt   time.Time `json:"changedAt"`
	Email       string    `json:"email" pii:"true"`
	FormerEmail string    `json:"formerEmail" pii:"true"`
	FullName    string    `json:"fullName" pii:"true"`
}

func (EmailChanged) EventName() string      { return "identity.email_changed.v1" }
func (e EmailChanged) EventKey() string     { return e.UserID }
func (e EmailChanged) EventSubject() string { return e.UserID }

// EmailUndoOffered: the address of an account was changed. The mailer derives the code that undoes
// it from ChallengeID and mails both to the former address, Email.
type EmailUndoOffered struct {
	UserID      string `json:"userId"`
	ChallengeID string `json:"challengeId"`
	Locale      string `json:"locale"`
	Email       string `json:"email" pii:"true"`
}

func (EmailUndoOffered) EventName() string      { return "identity.email_undo_offered.v1" }
func (e EmailUndoOffered) EventKey() string     { return e.UserID }
func (e EmailUndoOffered) EventSubject() string { return e.UserID }
