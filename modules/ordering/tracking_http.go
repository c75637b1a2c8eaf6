package ordering

import (
	"context"
	"net/http"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) trackingRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "getTracking", Guest: orderToken, Method: http.MethodGet, Path: "/v1/orders/{id}/tracking", Tag: tagOrders,
		Summary: "Read the delivery timeline of an order",
		Detail:  "Oldest first. The carrier and its number are those of the parcel that is on its way, else of the last one.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.getTracking)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getTrackingAsAdmin", Scope: "orders:read", Method: http.MethodGet, Path: "/v1/admin/orders/{id}/tracking",
		Tag: tagOrderAdmin, Summary: "Read the timeline of any order",
		Detail: "Oldest first, with who did what, disputes and payments that were taken back.",
		Errors: []fault.Code{fault.NotFound},
	}, a.getTrackingAsAdmin)
}

// trackingView is where an order is, as its buyer sees it.
type trackingView struct {
	OrderID             string         `json:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	OrderNumber         string         `json:"orderNumber" pattern:"^ORD-[0-9]+$" example:"ORD-4071826651"`
	Stage               orderStage     `json:"stage" doc:"Derived, for people." example:"shipped"`
	Carrier             *string        `json:"carrier" doc:"Of the parcel on its way, else the last one." example:"DHL"`
	TrackingNumber      *string        `json:"trackingNumber" example:"00340434161094042557"`
	TrackingURL         *string        `json:"trackingUrl" example:"https://carrier.example/track/00340434161094042557"`
	EstimatedDeliveryAt *httpapi.Time  `json:"estimatedDeliveryAt"`
	Events              []trackedEvent `json:"events" nullable:"false" doc:"Oldest first."`
}

type trackedEvent struct {
	ID          string         `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e83"`
	Status      timelineStatus `json:"status" doc:"Those of disputes are shown to staff alone." example:"in_transit"`
	Description *string        `json:"description" example:"The parcel has left the depot."`
	Location    *string        `json:"location" example:"Leipzig"`
	OccurredAt  httpapi.Time   `json:"occurredAt"`
}

// SchemaName is the name in the document.
func (trackedEvent) SchemaName() string { return "TrackingEvent" }

// adminTrackingView is where an order is, as admins see it.
type adminTrackingView struct {
	trackingView
	Events []adminTrackedEvent `json:"events" nullable:"false" doc:"Oldest first."`
}

// SchemaName is the name in the document.
func (adminTrackingView) SchemaName() string { return "AdminTracking" }

type adminTrackedEvent struct {
	trackedEvent
	Actor *string `json:"actor" doc:"user:<id>, key:<id>, guest:<id>, anonymous, system or cli; null in entries from before 23 November 2026." example:"user:0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`

	ActorName *string `json:"actorName" doc:"Of the account of the actor, one of the staff or the buyer; null for none." example:"Grace Hopper"`
}

// SchemaName is the name in the document.
func (adminTrackedEvent) SchemaName() string { return "AdminTrackingEvent" }

func (a *api) getTracking(ctx context.Context, in *orderInput) (*httpapi.Reply[trackingView], error) {
	ctx, caller, err := a.callerOfOrder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	db := a.DB.WithContext(ctx)
	o, entries, err := loadTracking(db, caller.orders(db), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewTracking(&o, entries))
}

func (a *api) getTrackingAsAdmin(ctx context.Context, in *orderInput) (*httpapi.Reply[adminTrackingView], error) {
	db := a.DB.WithContext(ctx)
	o, entries, err := loadNamedTracking(db, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(adminTrackingView{trackingView: viewTracking(&o, nil), Events: convert.All(entries, viewAdminEntry)})
}

func viewTracking(o *order, entries []timelineEntry) trackingView {
	v := trackingView{
		OrderID: o.ID, OrderNumber: o.Number, Stage: o.stage(),
		Events: convert.All(o.shownToBuyer(entries), viewEntry),
	}
	if s, err := selectShipment(o.Shipments, nil); err == nil {
		v.Carrier, v.TrackingNumber, v.TrackingURL = orNull(s.Carrier), orNull(s.TrackingNumber), s.TrackingURL
		v.EstimatedDeliveryAt = httpapi.TimePtr(s.EstimatedDeliveryAt)
	}
	return v
}

func viewAdminEntry(e namedEntry) adminTrackedEvent {
	return adminTrackedEvent{trackedEvent: viewEntry(e.Entry), Actor: e.Entry.Actor, ActorName: e.ActorName}
}

func viewEntry(e timelineEntry) trackedEvent {
	return trackedEvent{
		ID: e.ID, Status: e.shown(), Description: e.Description, Location: e.Location,
		OccurredAt: httpapi.TimeOf(e.OccurredAt),
	}
}
