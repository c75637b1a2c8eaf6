package payments

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// providerEvent is a webhook that was applied.
type providerEvent struct {
	EventID    string `gorm:"primaryKey"` // with the name of the provider before it
	Kind       string
	ReceivedAt time.Time
}

func (providerEvent) TableName() string { return "payments_provider_events" }

// applyWebhook has the intent read that the webhook is about, once by its event id. What the event
// says of it is not applied: events come late, twice, in any order or never.
func applyWebhook(tx *gorm.DB, tasks taskQueue, providerName string, w webhookEvent, now time.Time) error {
	event := providerEvent{EventID: providerName + ":" + w.EventID, Kind: w.Kind, ReceivedAt: now}
	first, err := insertProviderEvent(tx, event)
	if err != nil || !first || w.IntentID == "" {
		return err
	}
	asked, err := askReading(tx, w.IntentID, now)
	if err != nil {
		return err
	}
	if !asked {
		i, found, err := intentFor(tx, providerName, w)
		if err != nil || !found {
			return err
		}
		r := reading{Provider: providerName, ProviderID: w.IntentID, OrderID: i.OrderID, Status: intentOpen, DueAt: &now}
		if err := insertReading(tx, r); err != nil {
			return err
		}
	}
	database.AfterCommit(tx, tasks.readings.Send)
	return nil
}
