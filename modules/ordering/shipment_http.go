package ordering

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

type cancelInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body *struct {
		Reason *httpapi.Text `json:"reason,omitempty" minLength:"1" maxLength:"500" doc:"Stands in the timeline." example:"Ordered twice."`
	}
}

func (in *cancelInput) note() *string {
	if in.Body == nil {
		return nil
	}
	return (*string)(in.Body.Reason)
}

type partInput struct {
	OrderItemID string        `json:"orderItemId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Quantity    httpapi.Whole `json:"quantity" minimum:"1" maximum:"1000000" example:"2"`
}

// SchemaName is the name in the document.
func (partInput) SchemaName() string { return "LineQuantity" }

func partsOf(in []partInput) []part {
	return listOf(in, func(p partInput) part { return part{p.OrderItemID, int(p.Quantity)} })
}

type shipInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Carrier             httpapi.Text  `json:"carrier" minLength:"1" maxLength:"100" example:"DHL"`
		TrackingNumber      httpapi.Text  `json:"trackingNumber" minLength:"1" maxLength:"100" example:"00340434161094042557"`
		TrackingURL         *httpapi.Text `json:"trackingUrl,omitempty" maxLength:"2048" format:"uri" example:"https://carrier.example/track/00340434161094042557"`
		EstimatedDeliveryAt *httpapi.Time `json:"estimatedDeliveryAt,omitempty"`
		Items               []partInput   `json:"items,omitempty" minItems:"1" maxItems:"100" doc:"Default: all that remains."`
	}
}

func (in *shipInput) parcel() parcel {
	b := in.Body
	return parcel{
		Carrier: string(b.Carrier), TrackingNumber: string(b.TrackingNumber), TrackingURL: (*string)(b.TrackingURL),
		EstimatedDeliveryAt: (*time.Time)(b.EstimatedDeliveryAt), Parts: partsOf(b.Items),
	}
}

type deliverInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body *struct {
		ShipmentID *string `json:"shipmentId,omitempty" format:"uuid" doc:"Default: all." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81"`
	}
}

type trackInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		ShipmentID  *string       `json:"shipmentId,omitempty" format:"uuid" doc:"Default: the last one on its way." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e81"`
		Status      string        `json:"status" enum:"label_created,picked_up,in_transit,out_for_delivery,attempted,delayed,delivered,exception,return_to_sender" schema:"TrackingStatus" example:"in_transit"`
		Description *httpapi.Text `json:"description,omitempty" minLength:"1" maxLength:"500" example:"The parcel has left the depot."`
		Location    *httpapi.Text `json:"location,omitempty" minLength:"1" maxLength:"200" example:"Leipzig"`
		OccurredAt  *httpapi.Time `json:"occurredAt,omitempty" doc:"At most a day ahead; default: now."`
		ExternalID  *httpapi.Text `json:"externalId,omitempty" minLength:"1" maxLength:"200" doc:"The carrier's; the same twice is one entry." example:"dhl-77120"`
	}
}

func (in *trackInput) report() report {
	b := in.Body
	return report{
		ShipmentID: b.ShipmentID, Status: b.Status, Description: (*string)(b.Description), Location: (*string)(b.Location),
		ExternalID: (*string)(b.ExternalID), OccurredAt: (*time.Time)(b.OccurredAt),
	}
}

type refundInput struct {
	ID   string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Body struct {
		Amount *money.Cents `json:"amount,omitempty" minimum:"0.01" doc:"Default: all that is left." example:"19.99"`
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"500" doc:"Shown to the buyer." example:"One was broken."`
	}
}

func (s *service) handleCancel(ctx context.Context, in *cancelInput) (*httpapi.Reply[orderView], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (orderView, error) {
		now := s.Clock.Now()
		o, err := cancelOrder(ctx, tx, in.ID, auth.MustFrom(ctx).UserID, byCustomer, in.note(), now)
		if err != nil {
			return orderView{}, err
		}
		whole, err := wholeOrderOf(tx, o)
		if err != nil {
			return orderView{}, err
		}
		return viewForBuyer(whole, now), nil
	})
}

// command answers an admin's command with the order as it now is.
func (s *service) command(ctx context.Context, do func(tx *gorm.DB, now time.Time) (order, error)) (*httpapi.Reply[orderView], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (orderView, error) {
		o, err := do(tx, s.Clock.Now())
		if err != nil {
			return orderView{}, err
		}
		whole, err := wholeOrderOf(tx, o)
		if err != nil {
			return orderView{}, err
		}
		return viewForAdmin(whole), nil
	})
}

func (s *service) handleMarkPaid(ctx context.Context, in *orderInput) (*httpapi.Reply[orderView], error) {
	return s.command(ctx, func(tx *gorm.DB, now time.Time) (order, error) { return markPaid(ctx, tx, in.ID, now) })
}

func (s *service) handleProcess(ctx context.Context, in *orderInput) (*httpapi.Reply[orderView], error) {
	return s.command(ctx, func(tx *gorm.DB, now time.Time) (order, error) { return process(ctx, tx, in.ID, now) })
}

func (s *service) handleShip(ctx context.Context, in *shipInput) (*httpapi.Reply[orderView], error) {
	return s.command(ctx, func(tx *gorm.DB, now time.Time) (order, error) { return ship(ctx, tx, in.ID, in.parcel(), now) })
}

func (s *service) handleDeliver(ctx context.Context, in *deliverInput) (*httpapi.Reply[orderView], error) {
	var shipmentID *string
	if in.Body != nil {
		shipmentID = in.Body.ShipmentID
	}
	return s.command(ctx, func(tx *gorm.DB, now time.Time) (order, error) { return deliver(ctx, tx, in.ID, shipmentID, now) })
}

func (s *service) handleTrack(ctx context.Context, in *trackInput) (*httpapi.Reply[orderView], error) {
	return s.command(ctx, func(tx *gorm.DB, now time.Time) (order, error) { return track(ctx, tx, in.ID, in.report(), now) })
}

func (s *service) handleCancelAsAdmin(ctx context.Context, in *cancelInput) (*httpapi.Reply[orderView], error) {
	return s.command(ctx, func(tx *gorm.DB, now time.Time) (order, error) {
		return cancelOrder(ctx, tx, in.ID, anybody, byAdmin, in.note(), now)
	})
}

func (s *service) handleRefund(ctx context.Context, in *refundInput) (*httpapi.Reply[orderView], error) {
	return s.command(ctx, func(tx *gorm.DB, now time.Time) (order, error) {
		return refundOrder(ctx, tx, in.ID, in.Body.Amount, string(in.Body.Reason), now)
	})
}
