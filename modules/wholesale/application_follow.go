package wholesale

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// followAccount gives the applications with the former address of an account its new one, so that
// the mails about them and the account of an approved one go to where the applicant now reads mail.
func (s *subscriber) followAccount(
	_ context.Context, tx *gorm.DB, m eventbus.Message[identity.EmailChanged],
) error {
	if m.Event.Email == "" || m.Event.FormerEmail == "" {
		return nil
	}
	applications, err := lockApplicationsOf(tx, s.pseudonyms.OfEmail(m.Event.FormerEmail))
	if err != nil {
		return err
	}
	addressID := s.pseudonyms.OfEmail(m.Event.Email)
	for _, a := range applications {
		a.follow(m.Event.Email, addressID)
		if err := saveApplication(tx, &a); err != nil {
			return err
		}
	}
	return nil
}

// follow makes the email address the contact's.
func (a *application) follow(email, addressID string) {
	a.ContactEmail, a.AddressID = email, &addressID
	a.Search = a.searchText()
}
