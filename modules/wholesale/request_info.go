package wholesale

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/wholesale/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// requestInfo puts a question to the applicant, who gets it by mail and sees it under the tracking id. The application
// stays under review; a further question replaces the one before.
func requestInfo(ctx context.Context, tx *gorm.DB, applicationID, admin, question string) (application, error) {
	a, err := database.ByID[application](tx, applicationID)
	if err != nil {
		return application{}, err
	}
	if err := a.ask(question); err != nil {
		return application{}, err
	}
	if err := saveOpen(tx, &a, "question"); err != nil {
		return application{}, err
	}
	return a, eventbus.Publish(ctx, tx, events.InfoRequested{
		ApplicationID: a.ID, TrackingID: a.TrackingID, Locale: a.Locale, AskedBy: admin,
		Question: question, BusinessName: a.BusinessName, ContactFullName: a.ContactFullName, ContactEmail: a.ContactEmail, AddressID: a.subject(),
	})
}
