// Package events is the public contract of wholesale: the events that it publishes. Fields are only
// ever added.
package events

import "time"

// ApplicationSubmitted: a business applied for a wholesale account.
type ApplicationSubmitted struct {
	ApplicationID   string    `json:"applicationId"`
	TrackingID      string    `json:"trackingId"`
	Locale          string    `json:"locale"`
	SubmittedAt     time.Time `json:"submittedAt"`
	BusinessName    string    `json:"businessName" pii:"true"`
	ContactFullName string    `json:"contactFullName" pii:"true"`
	ContactPhone    string    `json:"contactPhone" pii:"true"`
	ContactEmail    string    `json:"contactEmail" pii:"true"`
	AddressID       string    `json:"addressId" pii:"true"` // pseudonym.Key.OfEmail of ContactEmail
}

func (ApplicationSubmitted) EventName() string      { return "wholesale.application_submitted.v1" }
func (e ApplicationSubmitted) EventKey() string     { return e.ApplicationID }
func (e ApplicationSubmitted) EventSubject() string { return e.AddressID }

// ApplicationApproved: an admin approved it. Handling it, identity creates the account, or makes
// the existing one a wholesale account, and publishes WholesaleAccessGranted, on which the mail is
// sent.
type ApplicationApproved struct {
	ApplicationID   string    `json:"applicationId"`
	TrackingID      string    `json:"trackingId"`
	Locale          string    `json:"locale"`
	DecidedAt       time.Time `json:"decidedAt"`
	DecidedBy       string    `json:"decidedBy"` // id of the user or API key
	BusinessName    string    `json:"businessName" pii:"true"`
	ContactFullName string    `json:"contactFullName" pii:"true"`
	ContactPhone    string    `json:"contactPhone" pii:"true"`
	ContactEmail    string    `json:"contactEmail" pii:"true"`
	AddressID       string    `json:"addressId" pii:"true"` // pseudonym.Key.OfEmail of ContactEmail
}

func (ApplicationApproved) EventName() string      { return "wholesale.application_approved.v1" }
func (e ApplicationApproved) EventKey() string     { return e.ApplicationID }
func (e ApplicationApproved) EventSubject() string { return e.AddressID }

// ApplicationRejected: an admin rejected it. The mail contains the reason.
type ApplicationRejected struct {
	ApplicationID   string    `json:"applicationId"`
	TrackingID      string    `json:"trackingId"`
	Locale          string    `json:"locale"`
	DecidedAt       time.Time `json:"decidedAt"`
	DecidedBy       string    `json:"decidedBy"`
	Reason          string    `json:"reason" pii:"true"`
	BusinessName    string    `json:"businessName" pii:"true"`
	ContactFullName string    `json:"contactFullName" pii:"true"`
	ContactEmail    string    `json:"contactEmail" pii:"true"`
	AddressID       string    `json:"addressId" pii:"true"` // pseudonym.Key.OfEmail of ContactEmail
}

func (ApplicationRejected) EventName() string      { return "wholesale.application_rejected.v1" }
func (e ApplicationRejected) EventKey() string     { return e.ApplicationID }
func (e ApplicationRejected) EventSubject() string { return e.AddressID }

// InfoRequested: an admin has a question before deciding. The mail contains it.
type InfoRequested struct {
	ApplicationID   string `json:"applicationId"`
	TrackingID      string `json:"trackingId"`
	Locale          string `json:"locale"`
	AskedBy         string `json:"askedBy"`
	Question        string `json:"question" pii:"true"`
	BusinessName    string `json:"businessName" pii:"true"`
	ContactFullName string `json:"contactFullName" pii:"true"`
	ContactEmail    string `json:"contactEmail" pii:"true"`
	AddressID       string `json:"addressId" pii:"true"` // pseudonym.Key.OfEmail of ContactEmail
}

func (InfoRequested) EventName() string      { return "wholesale.info_requested.v1" }
func (e InfoRequested) EventKey() string     { return e.ApplicationID }
func (e InfoRequested) EventSubject() string { return e.AddressID }

// AnswerRecorded: an admin wrote down what the applicant answered to the last question.
type AnswerRecorded struct {
	ApplicationID string    `json:"applicationId"`
	TrackingID    string    `json:"trackingId"`
	RecordedAt    time.Time `json:"recordedAt"`
	RecordedBy    string    `json:"recordedBy"` // id of the user or API key
	Question      string    `json:"question" pii:"true"`
	Answer        string    `json:"answer" pii:"true"`
	BusinessName  string    `json:"businessName" pii:"true"`
	AddressID     string    `json:"addressId" pii:"true"` // as in InfoRequested
}

func (AnswerRecorded) EventName() string      { return "wholesale.answer_recorded.v1" }
func (e AnswerRecorded) EventKey() string     { return e.ApplicationID }
func (e AnswerRecorded) EventSubject() string { return e.AddressID }
