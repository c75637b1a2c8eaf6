package mailer

import (
	"testing"

	"orderd/test/kit"
)

func TestEmailDiagram(t *testing.T) {
	t.Parallel()
	kit.RequireDiagram(t, "mailer_letters.status", emailStates.Diagram())
}

// An undeclared change is refused before the database is asked; there is none here.
func TestUndeclaredEmailStates(t *testing.T) {
	t.Parallel()
	if err := insert(nil, email{Status: emailSent}); err == nil {
		t.Error("a new email is sent already")
	}
	if _, err := saveClaimed(nil, []email{{Status: "lost"}}); err == nil {
		t.Error("the outcome of an attempt is that the email is lost")
	}
	if err := saveEmail(nil, email{Status: emailFailed}, emailSent); err == nil {
		t.Error("an email that was sent has failed")
	}
}
