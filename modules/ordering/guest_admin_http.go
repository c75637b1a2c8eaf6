package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

func (a *api) guestAdminRoutes(r *httpapi.Router) {
	const list, one = "/v1/admin/guests", "/v1/admin/guests/{id}"
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listGuests", Scope: "customers:read", Method: http.MethodGet, Path: list, Tag: tagOrderAdmin,
		Summary: "List guests, who ordered last first",
		Detail: "Buyers without an account, each with what the last order says. Who was erased, and who has claimed the " +
			"orders for an account, is not among them.",
	}, a.listGuests)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getGuest", Scope: "customers:read", Method: http.MethodGet, Path: one, Tag: tagOrderAdmin,
		Summary: "Read a guest",
		Detail:  "What the last order says of the buyer; `GET /v1/admin/orders?customerId=` has the orders.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.getGuest)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "exportGuestAsAdmin", Scope: "customers:write", Method: http.MethodGet, Path: one + "/export", Tag: tagOrderAdmin,
		Summary: "Export a guest's personal data", Errors: []fault.Code{fault.NotFound},
		Detail: "What the guest gets by `exportGuest`, for a request that came on paper. The audit says who did it.",
	}, a.exportGuestAsAdmin)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "eraseGuestAsAdmin", Scope: "customers:write", StepUp: httpapi.StepUpUsual, Method: http.MethodPost,
		Path: one + "/erase", Tag: tagOrderAdmin,
		Status: http.StatusAccepted, Summary: "Erase a guest's personal data", Errors: []fault.Code{fault.NotFound},
		Detail: "As `eraseGuest` does for the guest, for a request that came on paper: in every module, and for good. An " +
			"open order keeps where it is sent until it has ended. The audit keeps `reason`: name no one in it.",
	}, a.eraseGuestAsAdmin)
}

type listGuestsInput struct {
	httpapi.Page
	Q string `query:"q" maxLength:"200" doc:"Words of which each is part of what the last order is found by: email, name, phone, address, article, number; without regard to case, accents and small typing errors." example:"lovelace"`
}

type guestInput struct {
	ID string `path:"id" format:"uuid" example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
}

// guestView is a guest as admins see it.
type guestView struct {
	ID              string       `json:"id" format:"uuid" doc:"As in customer.id of the orders." example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	Email           string       `json:"email" example:"ada@example.com"`
	FullName        string       `json:"fullName" example:"Ada Lovelace"`
	Phone           *string      `json:"phone" doc:"Of where the last order goes." example:"+49 30 1234567"`
	OrdersCount     int64        `json:"ordersCount" doc:"Without cancelled ones." example:"2"`
	TotalSpent      money.Cents  `json:"totalSpent" doc:"Paid and not refunded." example:"58.87"`
	LastOrderID     string       `json:"lastOrderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	LastOrderNumber string       `json:"lastOrderNumber" pattern:"^ORD-[0-9]+$" example:"ORD-4071826651"`
	LastOrderAt     httpapi.Time `json:"lastOrderAt"`
}

// SchemaName is the name in the document.
func (guestView) SchemaName() string { return "Guest" }

// DataSubject is the guest.
func (v guestView) DataSubject() string { return v.ID }

func viewGuest(g knownGuest) guestView {
	o := g.Last
	return guestView{
		ID: o.UserID, Email: o.BuyerEmail, FullName: o.BuyerName, Phone: o.ShipTo.Phone, OrdersCount: g.Orders,
		TotalSpent: g.Spent, LastOrderID: o.ID, LastOrderNumber: o.Number, LastOrderAt: httpapi.TimeOf(o.PlacedAt),
	}
}

func (a *api) listGuests(ctx context.Context, in *listGuestsInput) (*httpapi.Reply[httpapi.List[guestView]], error) {
	guests, total, err := loadGuests(a.DB.WithContext(ctx), in.Q, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(guests, viewGuest), total, in.Page))
}

func (a *api) getGuest(ctx context.Context, in *guestInput) (*httpapi.Reply[guestView], error) {
	g, err := loadGuest(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewGuest(g))
}

func (a *api) exportGuestAsAdmin(ctx context.Context, in *guestInput) (*httpapi.Reply[map[string]any], error) {
	if _, err := loadGuest(a.DB.WithContext(ctx), in.ID); err != nil {
		return nil, err
	}
	exports, err := a.Export(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	err = database.InTx(ctx, a.DB, func(tx *gorm.DB) error {
		return eventbus.Publish(ctx, tx, events.GuestExported{GuestID: in.ID})
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(exports)
}

type eraseGuestInput struct {
	ID   string `path:"id" format:"uuid" example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	Body struct {
		Reason httpapi.Text `json:"reason" minLength:"1" maxLength:"2000" doc:"For the audit, without personal data." example:"Asked for by a signed request of 20 November."`
	}
}

func (a *api) eraseGuestAsAdmin(ctx context.Context, in *eraseGuestInput) (*httpapi.Reply[struct{}], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusAccepted, func(tx *gorm.DB) (struct{}, error) {
		return struct{}{}, eraseGuestFor(ctx, tx, in.ID, string(in.Body.Reason), a.Clock.Now())
	})
}
