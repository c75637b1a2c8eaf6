package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) shipmentRoutes(r *httpapi.Router) {
	ship := adminCommand("shipOrder", "ship", "orders:write", "Send a parcel off",
		"Only for a `processing` order whose money has not gone back; it may be sent in several parcels. Carrier and "+
			"number are optional: a letter, the shop's own van and what is collected have none. A mail brings the number and "+
			"the URL. `insufficient_stock`: there is not enough to replace what was lost. `withdrawal_pending`: match or "+
			"contest the withdrawal that names the order first.")
	ship.Errors = append(ship.Errors, codeInsufficientStock, codeWithdrawalPending)
	httpapi.Handle(r, httpapi.Admin, ship, a.shipOrder)
	httpapi.Handle(r, httpapi.Admin, adminCommand("deliverOrder", "deliver", "orders:write",
		"Note that a shipment arrived",
		"Without `shipmentId` all have. Once every line has, the order is completed and cash on delivery is paid. A mail "+
			"says so."), a.deliverOrder)
	httpapi.Handle(r, httpapi.Admin, adminCommand("endUndelivered", "undelivered", "orders:write",
		"Note that a shipment did not arrive",
		"It came back (`returned`: its units go into the stock, or are written off without `restock`) or is `lost` (they "+
			"are written off). Its units are left to ship again, or to cancel; a replacement is a shipment as any "+
			"other."), a.endUndelivered)
	httpapi.Handle(r, httpapi.Admin, adminCommand("trackOrder", "tracking", "orders:write",
		"Take a carrier's report into the timeline",
		"The same `externalId` twice is one entry. `delivered` delivers the shipment, at `occurredAt` unless that is "+
			"before `shippedAt`: then it counts from its receipt. Every other status changes `trackingStatus` alone; after "+
			"`exception` and `return_to_sender` see `undelivered`."), a.trackOrder)
}

type shipmentView struct {
	ID                  string             `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81"`
	Carrier             *string            `json:"carrier" doc:"null: there is none." example:"DHL"`
	TrackingNumber      *string            `json:"trackingNumber" doc:"null: there is none." example:"00340434161094042557"`
	TrackingURL         *string            `json:"trackingUrl" example:"https://carrier.example/track/00340434161094042557"`
	TrackingStatus      trackingStatus     `json:"trackingStatus" doc:"The carrier's view." example:"in_transit"`
	EstimatedDeliveryAt *httpapi.Time      `json:"estimatedDeliveryAt"`
	Items               []shipmentItemView `json:"items" nullable:"false"`
	ShippedAt           httpapi.Time       `json:"shippedAt"`
	DeliveredAt         *httpapi.Time      `json:"deliveredAt"`
	Outcome             *shipmentOutcome   `json:"outcome" doc:"How it ended without arriving; else null." example:"returned"`
	UndeliveredAt       *httpapi.Time      `json:"undeliveredAt"`
}

type shipmentItemView struct {
	OrderItemID string `json:"orderItemId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Quantity    int    `json:"quantity" example:"2"`
}

func viewShipment(s shipment) shipmentView {
	return shipmentView{
		ID: s.ID, Carrier: orNull(s.Carrier), TrackingNumber: orNull(s.TrackingNumber), TrackingURL: s.TrackingURL,
		TrackingStatus: s.TrackingStatus, EstimatedDeliveryAt: httpapi.TimePtr(s.EstimatedDeliveryAt),
		Items: convert.All(s.Items, func(i shipmentItem) shipmentItemView {
			return shipmentItemView{i.OrderItemID, i.Quantity}
		}),
		ShippedAt: httpapi.TimeOf(s.ShippedAt), DeliveredAt: httpapi.TimePtr(s.DeliveredAt),
		Outcome: s.Outcome, UndeliveredAt: httpapi.TimePtr(s.UndeliveredAt),
	}
}

type shipInput struct {
	httpapi.PathID
	Body struct {
		Carrier             *httpapi.Text  `json:"carrier,omitempty" minLength:"1" maxLength:"100" example:"DHL"`
		TrackingNumber      *httpapi.Text  `json:"trackingNumber,omitempty" minLength:"1" maxLength:"100" example:"00340434161094042557"`
		TrackingURL         *httpapi.Text  `json:"trackingUrl,omitempty" maxLength:"2048" format:"uri" example:"https://carrier.example/track/00340434161094042557"`
		EstimatedDeliveryAt *httpapi.Time  `json:"estimatedDeliveryAt,omitempty"`
		Items               []lineQuantity `json:"items,omitempty" minItems:"1" maxItems:"100" doc:"Default: all that remains."`
	}
}

func (in *shipInput) shipment() newShipment {
	b := in.Body
	return newShipment{
		Carrier: orEmpty((*string)(b.Carrier)), TrackingNumber: orEmpty((*string)(b.TrackingNumber)),
		TrackingURL: (*string)(b.TrackingURL), EstimatedDeliveryAt: (*time.Time)(b.EstimatedDeliveryAt), Items: b.Items,
	}
}

type deliverInput struct {
	httpapi.PathID
	Body *struct {
		ShipmentID *string `json:"shipmentId,omitempty" format:"uuid" doc:"Default: all." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81"`
	}
}

type undeliveredInput struct {
	httpapi.PathID
	Body struct {
		ShipmentID string          `json:"shipmentId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81"`
		Outcome    shipmentOutcome `json:"outcome" example:"returned"`
		Restock    *bool           `json:"restock,omitempty" doc:"Of a returned one: false writes its units off. Default: true." example:"true"`
	}
}

// Check requires that nothing lost goes into the stock.
func (in *undeliveredInput) Check() []fault.Field {
	if in.Body.Outcome == shipmentLost && in.Body.Restock != nil {
		return []fault.Field{{Pointer: "/restock", Code: fault.NotAllowed, Detail: "is not allowed for a lost shipment"}}
	}
	return nil
}

func (in *undeliveredInput) undelivered() undelivered {
	b := in.Body
	return undelivered{
		ShipmentID: b.ShipmentID, Outcome: b.Outcome, Restock: b.Outcome == shipmentReturned &&
			(b.Restock == nil || *b.Restock),
	}
}

type trackInput struct {
	httpapi.PathID
	Body struct {
		ShipmentID  *string        `json:"shipmentId,omitempty" format:"uuid" doc:"Default: the last one on its way." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81"`
		Status      trackingStatus `json:"status" example:"in_transit"`
		Description *httpapi.Text  `json:"description,omitempty" minLength:"1" maxLength:"500" example:"The parcel has left the depot."`
		Location    *httpapi.Text  `json:"location,omitempty" minLength:"1" maxLength:"200" example:"Leipzig"`
		OccurredAt  *httpapi.Time  `json:"occurredAt,omitempty" doc:"Not before the order, at most a day ahead; default: now."`
		ExternalID  *httpapi.Text  `json:"externalId,omitempty" minLength:"1" maxLength:"200" doc:"The carrier's; the same twice is one entry." example:"dhl-77120"`
	}
}

func (in *trackInput) report() carrierReport {
	b := in.Body
	return carrierReport{
		ShipmentID: b.ShipmentID, Status: b.Status, Description: (*string)(b.Description), Location: (*string)(b.Location),
		ExternalID: (*string)(b.ExternalID), OccurredAt: (*time.Time)(b.OccurredAt),
	}
}

func (a *api) shipOrder(ctx context.Context, in *shipInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return shipOrder(ctx, tx, a.terms(), in.ID, in.shipment(), now)
	})
}

func (a *api) deliverOrder(ctx context.Context, in *deliverInput) (*httpapi.Reply[adminOrderView], error) {
	var shipmentID *string
	if in.Body != nil {
		shipmentID = in.Body.ShipmentID
	}
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return deliverOrder(ctx, tx, in.ID, shipmentID, now)
	})
}

func (a *api) endUndelivered(ctx context.Context, in *undeliveredInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return endUndelivered(ctx, tx, in.ID, in.undelivered(), now)
	})
}

func (a *api) trackOrder(ctx context.Context, in *trackInput) (*httpapi.Reply[adminOrderView], error) {
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return trackShipment(ctx, tx, in.ID, in.report(), now)
	})
}
