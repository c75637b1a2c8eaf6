package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// changeShipTo changes where an order goes, before its first shipment. The country stays: taxes and
// shipping were calculated for it, and the sums of an order never change. It returns fault.Missing,
// InvalidTransition, fault.PreconditionFailed when the order has another version, and a validation
// fault for another country.
func changeShipTo(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, orderID string, match httpapi.IfMatch, to shipTo, now time.Time,
) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems)
	if err != nil {
		return nil, err
	}
	if err := match.Require(c.Version); err != nil {
		return nil, err
	}
	if err := c.changeShipTo(to, c.now); err != nil {
		return nil, err
	}
	if to.Country != c.before.ShipTo.Country {
		return nil, fault.Invalid(fault.Field{
			Pointer: "/country", Code: fault.NotAllowed,
			Detail: "must be %s, for which taxes and shipping were calculated", Args: []any{c.before.ShipTo.Country},
		})
	}
	terms.setOrigin(&c.order, "")
	c.Search = c.searchText()
	if err := orderIndex.Changed(tx, c.ID); err != nil {
		return nil, err
	}
	c.record(events.ShipToChanged{
		Order: c.withTimeline(), ChangedAt: c.now,
		ShipToName: to.Name, ShipToPhone: to.Phone, ShipToAddress: to.Address, ShipToCountry: to.Country,
		ShipToCompany: to.Company, ShipToParts: to.Parts.eventParts(),
	})
	return &c.order, c.save(ctx)
}
