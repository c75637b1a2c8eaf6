package shop

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/copies"
	"orderd/platform/eventbus"
)

// shippingMethodsTable is the copy of ordering's shipping methods. Those that are gone stay in it
// as such, so that its version only grows.
const shippingMethodsTable = "shop_shipping_methods"

func onShippingMethodSaved(
	_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.ShippingMethodSaved],
) error {
	value, err := json.Marshal(m.Event)
	if err != nil {
		return err
	}
	return copies.SaveRow(tx, shippingMethodsTable, copies.Row{
		Name: m.Event.ShippingMethodID, Version: m.Seq, Value: string(value), Seq: m.Seq,
	})
}
