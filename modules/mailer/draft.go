package mailer

import (
	"orderd/modules/mailer/events"
	"orderd/platform/onetimecode"
)

// draft is an email before it is enqueued. ChallengeID and Purpose belong to the one-time code in
// it, if there is one.
type draft struct {
	Kind        events.MailKind
	To          string
	Locale      string
	SubjectID   string // a user id, or pseudonym.Key.OfEmail of To
	AboutID     string // the order or application that it is about; "": the key of its event
	Sparing     bool   // a stranger may have caused it: email_sparing.go limits how many there are
	ChallengeID string
	Purpose     onetimecode.Purpose
	Data        templateData
}
