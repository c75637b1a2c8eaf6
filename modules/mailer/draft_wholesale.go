package mailer

import (
	identity "orderd/modules/identity/events"
	"orderd/modules/mailer/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/onetimecode"
)

// applicationReceived leaves the name out: whoever applies with an email chooses it, and the shop
// has not looked at it yet.
func (m *mailer) applicationReceived(e wholesale.ApplicationSubmitted) draft {
	return draft{
		Kind: events.KindWholesaleReceived, To: e.ContactEmail, Locale: e.Locale,
		SubjectID: m.Pseudonyms.OfEmail(e.ContactEmail), Data: templateData{TrackingID: e.TrackingID},
	}
}

func (m *mailer) applicationQuestion(e wholesale.InfoRequested) draft {
	return draft{
		Kind: events.KindWholesaleQuestion, To: e.ContactEmail, Locale: e.Locale,
		SubjectID: m.Pseudonyms.OfEmail(e.ContactEmail),
		Data: templateData{
			Name: e.ContactFullName, BusinessName: e.BusinessName, TrackingID: e.TrackingID, Question: e.Question,
		},
	}
}

func (m *mailer) applicationRejected(e wholesale.ApplicationRejected) draft {
	return draft{
		Kind: events.KindWholesaleRejected, To: e.ContactEmail, Locale: e.Locale,
		SubjectID: m.Pseudonyms.OfEmail(e.ContactEmail),
		Data: templateData{
			Name: e.ContactFullName, BusinessName: e.BusinessName, TrackingID: e.TrackingID, Reason: e.Reason,
		},
	}
}

// applicationApproved is sent when the account exists, not when the application was approved: it
// carries the code that sets the password.
func applicationApproved(e identity.WholesaleAccessGranted) draft {
	return draft{
		Kind: events.KindWholesaleApproved, To: e.Email, Locale: e.Locale, SubjectID: e.UserID, AboutID: e.ApplicationID,
		ChallengeID: e.ChallengeID, Purpose: onetimecode.Password,
		Data: templateData{
			Name: e.FullName, BusinessName: e.BusinessName, TrackingID: e.TrackingID, NewAccount: e.NewAccount,
		},
	}
}
