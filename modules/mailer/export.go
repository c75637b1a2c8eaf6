package mailer

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// exportedEmail is an email in the export of a user's data.
type exportedEmail struct {
	Kind      events.MailKind `json:"kind"`
	To        string          `json:"to"`
	Status    emailStatus     `json:"status"`
	CreatedAt httpapi.Time    `json:"createdAt"`
	SentAt    *httpapi.Time   `json:"sentAt"`
}

// export returns the emails to the user, also those to the address before it had an account.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	found, err := emailsOf(db.WithContext(ctx), userID)
	if err != nil {
		return nil, err
	}
	return convert.All(found, exportOf), nil
}

func exportOf(e email) exportedEmail {
	return exportedEmail{
		Kind: e.Kind, To: e.Recipient, Status: e.Status,
		CreatedAt: httpapi.TimeOf(e.CreatedAt), SentAt: httpapi.TimePtr(e.SentAt),
	}
}
