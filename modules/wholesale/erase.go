package wholesale

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// eraseApplications erases everything personal in the applications with the email addresses of
// an erased account.
func eraseApplications(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	applications, err := lockApplicationsOf(tx, m.Event.AddressIDs()...)
	if err != nil {
		return err
	}
	for _, a := range applications {
		a.erase(m.Event.ErasedAt)
		if err := saveApplication(tx, &a); err != nil {
			return err
		}
	}
	return nil
}
