package mailer

import (
	"time"

	identity "orderd/modules/identity/events"
	"orderd/modules/mailer/events"
	"orderd/platform/convert"
	"orderd/platform/onetimecode"
)

// registrationCode leaves the name out: whoever registers the address chooses the name, and would
// write to the address's owner with it.
func registrationCode(e identity.RegistrationRequested) draft {
	return draft{
		Kind: events.KindRegistrationCode, To: e.Email, Locale: e.Locale, SubjectID: e.RegistrationID,
		ChallengeID: e.ChallengeID, Purpose: onetimecode.Registration,
		Data: templateData{RequestedAt: nonZero(e.RequestedAt)},
	}
}

func accountExists(e identity.RegistrationRefused) draft {
	return draft{
		Kind: events.KindAccountExists, To: e.Email, Locale: e.Locale, SubjectID: e.UserID,
		Data: templateData{Name: e.FullName},
	}
}

func registerAgain(e identity.RegistrationUnclear) draft {
	return draft{Kind: events.KindRegisterAgain, To: e.Email, Locale: e.Locale, SubjectID: e.AddressID}
}

func passwordCode(e identity.PasswordCodeRequested) draft {
	return draft{
		Kind: events.KindPasswordCode, To: e.Email, Locale: e.Locale, SubjectID: e.UserID,
		ChallengeID: e.ChallengeID, Purpose: onetimecode.Password,
		Data: templateData{Name: e.FullName},
	}
}

// emailCode is about the address alone, which may be a stranger's: it has no name, and the export
// of the user who asked for it has no other mails to the address.
func emailCode(e identity.EmailChangeRequested) draft {
	return draft{
		Kind: events.KindEmailCode, To: e.Email, Locale: e.Locale, SubjectID: e.AddressID,
		ChallengeID: e.ChallengeID, Purpose: onetimecode.EmailChange,
	}
}

// emailChanged leaves the name out: a stranger who has changed the address may have chosen it.
func emailChanged(e identity.EmailUndoOffered) draft {
	return draft{
		Kind: events.KindEmailChanged, To: e.Email, Locale: e.Locale, SubjectID: e.UserID,
		ChallengeID: e.ChallengeID, Purpose: onetimecode.EmailUndo,
		Data: templateData{Undo: e.ChallengeID},
	}
}

func staffInvitation(e identity.StaffInvited) draft {
	return draft{
		Kind: events.KindStaffInvitation, To: e.Email, Locale: e.Locale, SubjectID: e.AddressID,
		ChallengeID: e.ChallengeID, Purpose: onetimecode.Invitation,
		Data: templateData{Name: e.FullName, RoleName: e.RoleName, Invitation: e.InvitationID},
	}
}

// passwordCodeRefused is no email. The event is consumed all the same, so that the request takes as
// long for an address without an account.
func passwordCodeRefused(identity.PasswordCodeRefused) draft { return draft{} }

// passwordChanged is no email for a first password: its owner has just set it.
func passwordChanged(e identity.PasswordChanged) draft {
	if e.First {
		return draft{}
	}
	return draft{
		Kind: events.KindPasswordChanged, To: e.Email, Locale: e.Locale, SubjectID: e.UserID,
		Data: templateData{Name: e.FullName, How: e.How},
	}
}

// secondFactorChanged is no email for a factor that does not count yet.
func secondFactorChanged(e identity.SecondFactorChanged) draft {
	if e.Change == identity.FactorStarted {
		return draft{}
	}
	return draft{
		Kind: events.KindSecondFactor, To: e.Email, Locale: e.Locale, SubjectID: e.UserID,
		Data: templateData{Name: e.FullName, Change: e.Change, Factor: e.Kind},
	}
}

// staffAlert is an email for an alert that this version knows.
func staffAlert(e identity.StaffAlerted) draft {
	d := draft{To: e.Email, Locale: e.Locale, SubjectID: e.UserID, Data: templateData{Name: e.FullName, Host: e.Host}}
	switch e.Alert {
	case identity.AlertWebhookDisabled:
		d.Kind = events.KindWebhookDisabled
	case identity.AlertNotices:
		d.Kind, d.Data.More = events.KindStaffNotices, e.More
		d.Data.Items = convert.All(e.Notices, func(n identity.StaffNotice) item {
			return item{Name: n.Title, Options: n.Body}
		})
	default:
		return draft{}
	}
	return d
}

// nonZero is nil for the zero time, which old events have.
func nonZero(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}
