package ordering

import (
	"context"
	"reflect"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

func createShippingMethod(ctx context.Context, tx *gorm.DB, m shippingMethod, now time.Time) (shippingMethod, error) {
	m.ID, m.CreatedAt = id.New(), now
	m.UpdatedAt, m.Announced = m.CreatedAt, true
	if err := tx.Create(&m).Error; err != nil {
		return m, err
	}
	return m, eventbus.Publish(ctx, tx, m.savedEvent(false))
}

// changeShippingMethod changes the method for all later checkouts, or does nothing when it is so;
// orders keep what they chose.
func changeShippingMethod(
	ctx context.Context, tx *gorm.DB, methodID string, match httpapi.IfMatch, change func(*shippingMethod) error,
	now time.Time,
) (shippingMethod, error) {
	m, err := database.ByID[shippingMethod](database.ForUpdate(tx), methodID)
	if err != nil {
		return m, err
	}
	if err := match.Require(m.Version); err != nil {
		return m, err
	}
	before := m
	if err := change(&m); err != nil || m.Announced && reflect.DeepEqual(m, before) {
		return m, err
	}
	m.UpdatedAt, m.Announced = now, true
	if err := database.SaveVersion(tx, &m, &m.Version); err != nil {
		return m, err
	}
	return m, eventbus.Publish(ctx, tx, m.savedEvent(false))
}

func deleteShippingMethod(ctx context.Context, tx *gorm.DB, methodID string, match httpapi.IfMatch) error {
	m, err := database.ByID[shippingMethod](database.ForUpdate(tx), methodID)
	if err != nil {
		return err
	}
	if err := match.Require(m.Version); err != nil {
		return err
	}
	if err := database.DeleteVersion(tx, &m, &m.Version); err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, m.savedEvent(true))
}

// savedEvent is the event of the method as it is now.
func (m *shippingMethod) savedEvent(deleted bool) events.ShippingMethodSaved {
	return events.ShippingMethodSaved{
		ShippingMethodID: m.ID, Name: m.Name, Kind: m.Kind, Countries: convert.Strings(m.Countries...),
		FreeFrom: (*int64)(m.FreeFrom), Active: m.Active && !deleted, Deleted: deleted,
	}
}

// announceShippingMethods publishes the methods whose last event lacks something, which a former
// binary has saved. Of several replicas that start at once a single one does.
func (d *Deps) announceShippingMethods(ctx context.Context) error {
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		methods, err := lockUnannouncedShippingMethods(tx)
		if err != nil || len(methods) == 0 {
			return err
		}
		if err := saveAnnouncedShippingMethods(tx, methods); err != nil {
			return err
		}
		return eventbus.Publish(ctx, tx, convert.All(methods, func(m shippingMethod) eventbus.Event {
			return m.savedEvent(false)
		})...)
	})
}
