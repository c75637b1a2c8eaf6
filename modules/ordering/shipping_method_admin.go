package ordering

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

func (d *Deps) createShippingMethod(ctx context.Context, tx *gorm.DB, m shippingMethod) (shippingMethod, error) {
	m.ID, m.CreatedAt = id.New(), d.Clock.Now()
	m.UpdatedAt = m.CreatedAt
	if err := tx.Create(&m).Error; err != nil {
		return m, err
	}
	return m, eventbus.Publish(ctx, tx, m.savedEvent(false))
}

// changeShippingMethod changes the method for all later checkouts; orders keep what they chose.
func (d *Deps) changeShippingMethod(ctx context.Context, tx *gorm.DB, methodID string, change func(*shippingMethod) error) (shippingMethod, error) {
	m, err := database.ByID[shippingMethod](database.ForUpdate(tx), methodID)
	if err != nil {
		return m, err
	}
	if err := change(&m); err != nil {
		return m, err
	}
	m.UpdatedAt = d.Clock.Now()
	if err := tx.Save(&m).Error; err != nil {
		return m, err
	}
	return m, eventbus.Publish(ctx, tx, m.savedEvent(false))
}

func deleteShippingMethod(ctx context.Context, tx *gorm.DB, methodID string) error {
	m, err := database.ByID[shippingMethod](database.ForUpdate(tx), methodID)
	if err != nil {
		return err
	}
	if err := tx.Delete(&m).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, m.savedEvent(true))
}

// savedEvent is the event of the method as it is now.
func (m *shippingMethod) savedEvent(deleted bool) events.ShippingMethodSaved {
	return events.ShippingMethodSaved{ShippingMethodID: m.ID, Name: m.Name, Active: m.Active && !deleted, Deleted: deleted}
}
