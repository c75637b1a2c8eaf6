package webhooks

import (
	"context"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// onAccountErased blanks what receivers have answered to events about the user or the addresses.
// The bodies are made of the log, which is blank by now.
func onAccountErased(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountErased]) error {
	return blankResponses(tx, append(m.Event.AddressIDs(), m.Event.UserID)...)
}

// onGuestErased does the same for a guest.
func onGuestErased(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.GuestErased]) error {
	return blankResponses(tx, m.Event.GuestID)
}

// blankResponses deletes the responses to the events about the subjects, those of attempts under
// way too.
func blankResponses(tx *gorm.DB, subjects ...string) error {
	return tx.Model(&delivery{}).Where("subject IN ?", subjects).
		Updates(map[string]any{"erased": true, "responses": "[]"}).Error
}
